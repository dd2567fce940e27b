package tender.agent.batch.command;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import tender.agent.batch.BatchSystemException;
import tender.agent.batch.BatchSystemException.Kind;

/**
 * Runs a batch system's commands as argument lists, never through a shell. Each command has a time
 * limit, bounded output and a minimal environment.
 *
 * @param batchSystem its name, for messages
 * @param unreachableErrors error texts that mean the command did not reach the batch system, or got
 *     no answer
 */
public record BatchCommandRunner(String batchSystem, List<String> unreachableErrors) {
  /** The batch systems' clients give up after some seconds when their master is down. */
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private static final Duration WATCH_PAUSE = Duration.ofMillis(200);

  /** A queue of 100 000 rows takes about 15 MB in Slurm, and 100 MB in Grid Engine's XML. */
  private static final int MAX_OUTPUT_BYTES = 256 << 20;

  private static final int MAX_ERROR_BYTES = 64 << 10;

  /**
   * Runs a command and returns its output, even if it failed. Throws only if the batch system was
   * unreachable.
   */
  public CommandResult run(List<String> command, Map<String, String> environment) {
    return run(command, environment, new TimeLimit(LIMIT));
  }

  /** Checks a running command. */
  @FunctionalInterface
  public interface CommandWatch {
    /** Called several times a second; an exception kills the command. */
    void check(List<String> command);
  }

  /** Kills a command after some time. */
  private static final class TimeLimit implements CommandWatch {
    private final Duration limit;
    private final long startedNanos = System.nanoTime();

    TimeLimit(Duration limit) {
      this.limit = limit;
    }

    @Override
    public void check(List<String> command) {
      if (System.nanoTime() - startedNanos > limit.toNanos()) {
        throw new BatchSystemException(
            Kind.UNREACHABLE,
            "%s took longer than %d s and was killed.".formatted(command, limit.toSeconds()));
      }
    }
  }

  /** Runs a command that may take long, for as long as a watch allows it. */
  public CommandResult run(
      List<String> command, Map<String, String> environment, CommandWatch watch) {
    var builder = new ProcessBuilder(command);
    builder.environment().clear();
    builder.environment().putAll(environment);
    builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    CommandResult result = await(command, start(builder), watch);
    if (result.exitCode() != 0 && unreachableErrors.stream().anyMatch(result.error()::contains)) {
      throw result.failure(Kind.UNREACHABLE);
    }
    return result;
  }

  private Process start(ProcessBuilder builder) {
    try {
      return builder.start();
    } catch (IOException e) {
      throw new BatchSystemException(
          Kind.REFUSED,
          "Cannot run %s: %s. Check that the client programs of %s are on the PATH."
              .formatted(builder.command().getFirst(), e.getMessage(), batchSystem),
          e);
    }
  }

  private static CommandResult await(List<String> command, Process process, CommandWatch watch) {
    FutureTask<byte[]> output = read(process, process.getInputStream(), MAX_OUTPUT_BYTES);
    FutureTask<byte[]> error = read(process, process.getErrorStream(), MAX_ERROR_BYTES);
    try {
      while (!process.waitFor(WATCH_PAUSE.toMillis(), TimeUnit.MILLISECONDS)) {
        watch.check(command);
      }
      return new CommandResult(command, process.exitValue(), text(output), text(error));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BatchSystemException(Kind.UNREACHABLE, command + " was interrupted.", e);
    } finally {
      process.destroyForcibly();
    }
  }

  private static FutureTask<byte[]> read(Process process, InputStream from, int maxBytes) {
    var task =
        new FutureTask<byte[]>(
            () -> {
              var bytes = new ByteArrayOutputStream();
              var buffer = new byte[1 << 16];
              for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
                bytes.write(buffer, 0, read);
                if (bytes.size() > maxBytes) {
                  process.destroyForcibly();
                  throw new IOException("It printed more than " + maxBytes + " bytes.");
                }
              }
              return bytes.toByteArray();
            });
    Thread.ofVirtual().start(task);
    return task;
  }

  private static String text(FutureTask<byte[]> read) throws InterruptedException {
    try {
      return new String(read.get(), StandardCharsets.UTF_8);
    } catch (ExecutionException e) {
      throw new BatchSystemException(
          Kind.REFUSED, "Cannot read the command's output: " + e.getCause(), e);
    }
  }

  /** A command's exit code and output. */
  public record CommandResult(List<String> command, int exitCode, String output, String error) {
    /** The output of a command that succeeded. */
    public String outputOrThrow() {
      if (exitCode != 0) {
        throw failure(Kind.REFUSED);
      }
      return output;
    }

    /** Fails unless the command succeeded, or reported one of these errors. */
    public void requireSuccessOr(String... harmlessErrors) {
      if (exitCode != 0 && Arrays.stream(harmlessErrors).noneMatch(error::contains)) {
        throw failure(Kind.REFUSED);
      }
    }

    public boolean errorContains(String words) {
      return error.contains(words);
    }

    public BatchSystemException failure(Kind kind) {
      String printed = (error + output).strip();
      return new BatchSystemException(
          kind,
          "%s failed with exit code %d: %s"
              .formatted(
                  String.join(" ", command),
                  exitCode,
                  printed.isEmpty()
                      ? "no output"
                      : printed.substring(0, Math.min(printed.length(), 1000))));
    }
  }
}

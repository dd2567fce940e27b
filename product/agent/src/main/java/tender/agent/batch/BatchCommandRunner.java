package tender.agent.batch;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import tender.agent.batch.BatchSystemException.Kind;

/**
 * Runs a batch system's commands: as argument lists and never through a shell, each with a time
 * limit and a bound on what it may say, in an environment of their own.
 *
 * @param batchSystem its name, for people
 * @param notThrough what the commands say when they did not get through, or not back
 */
public record BatchCommandRunner(String batchSystem, List<String> unreachableErrors) {
  /** The clients themselves give up after some seconds when their master is gone. */
  private static final Duration LIMIT = Duration.ofSeconds(30);

  /** A queue of 100 000 rows has about 15 MB in Slurm, and 100 MB in Grid Engine's XML. */
  private static final int MAX_OUTPUT_BYTES = 256 << 20;

  private static final int MAX_ERROR_BYTES = 64 << 10;

  /** What the command printed, also when it failed for another reason than not getting through. */
  public CommandResult run(List<String> command, Map<String, String> environment) {
    var builder = new ProcessBuilder(command);
    builder.environment().clear();
    builder.environment().putAll(environment);
    builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    CommandResult said = await(command, start(builder));
    if (said.exitCode() != 0 && unreachableErrors.stream().anyMatch(said.error()::contains)) {
      throw said.failure(Kind.UNREACHABLE);
    }
    return said;
  }

  private Process start(ProcessBuilder builder) {
    try {
      return builder.start();
    } catch (IOException e) {
      throw new BatchSystemException(
          Kind.REFUSED,
          "The command %s does not run (%s). Maybe %s's client programs are not on the PATH."
              .formatted(builder.command().getFirst(), e.getMessage(), batchSystem),
          e);
    }
  }

  private static CommandResult await(List<String> command, Process process) {
    FutureTask<byte[]> output = read(process, process.getInputStream(), MAX_OUTPUT_BYTES);
    FutureTask<byte[]> error = read(process, process.getErrorStream(), MAX_ERROR_BYTES);
    try {
      if (!process.waitFor(LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly().waitFor();
        throw new BatchSystemException(
            Kind.UNREACHABLE,
            "%s took longer than %d s and was stopped. It said: %s"
                .formatted(command, LIMIT.toSeconds(), text(error)));
      }
      return new CommandResult(command, process.exitValue(), text(output), text(error));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BatchSystemException(Kind.UNREACHABLE, command + " was interrupted.", e);
    } finally {
      process.destroyForcibly();
    }
  }

  private static FutureTask<byte[]> read(Process process, InputStream from, int mostBytes) {
    var task =
        new FutureTask<byte[]>(
            () -> {
              var bytes = new ByteArrayOutputStream();
              var buffer = new byte[1 << 16];
              for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
                bytes.write(buffer, 0, read);
                if (bytes.size() > mostBytes) {
                  process.destroyForcibly();
                  throw new IOException("It said more than " + mostBytes + " bytes.");
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
          Kind.REFUSED, "A command's output could not be read: " + e.getCause(), e);
    }
  }

  /** How a command ended and what it said. */
  public record CommandResult(List<String> command, int exitCode, String output, String error) {
    /** What it printed, if it ended well. */
    public String outputOrThrow() {
      if (exitCode != 0) {
        throw failure(Kind.REFUSED);
      }
      return output;
    }

    public boolean errorContains(String words) {
      return error.contains(words);
    }

    public BatchSystemException failure(Kind kind) {
      String said = (error + output).strip();
      return new BatchSystemException(
          kind,
          "%s ended with %d and said: %s"
              .formatted(
                  String.join(" ", command),
                  exitCode,
                  said.isEmpty() ? "nothing" : said.substring(0, Math.min(said.length(), 1000))));
    }
  }
}

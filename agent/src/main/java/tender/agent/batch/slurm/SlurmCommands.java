package tender.agent.batch.slurm;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import tender.agent.batch.BatchSystemException;
import tender.agent.batch.BatchSystemException.Kind;
import tender.agent.batch.TaskEnvironment;

/**
 * Runs Slurm's commands: as argument lists and never through a shell, each with a time limit and a
 * bound on what it may say, in an environment of their own.
 *
 * <p>The environment has few variables, for three reasons. Slurm reads options from variables, so
 * an agent that itself runs inside a job would submit with that job's. Jobs inherit the environment
 * of sbatch, and what the agent's has is nobody's business. And Slurm prints and reads times in the
 * local zone without saying which: here that is UTC.
 */
final class SlurmCommands {
  /** The client itself gives up after about nine seconds when the controller is gone. */
  private static final Duration LIMIT = Duration.ofSeconds(30);

  /** A queue of 100 000 rows has about 15 MB. */
  private static final int MOST_OUTPUT_BYTES = 256 << 20;

  private static final int MOST_ERROR_BYTES = 64 << 10;

  /**
   * What the commands say when they did not get through, or not back. "Unexpected message" is
   * scontrol's way to say so about reservations.
   */
  private static final List<String> NOT_THROUGH =
      List.of(
          "Unable to contact slurm controller",
          "Unexpected message received",
          "Zero Bytes were transmitted or received",
          "Socket timed out",
          "Connection refused",
          "Connection timed out",
          "in standby mode",
          "Resource temporarily unavailable",
          "try again later");

  private final Map<String, String> environment;

  SlurmCommands(Optional<Path> configuration) {
    environment = TaskEnvironment.passedOn();
    // The agent's own may name the cluster too; without either, the commands look in /etc.
    configuration
        .map(Path::toString)
        .or(() -> Optional.ofNullable(System.getenv("SLURM_CONF")))
        .ifPresent(path -> environment.put("SLURM_CONF", path));
  }

  /** What the command printed. */
  String run(List<String> command) {
    Said said = runAnyway(command);
    if (said.exitCode() != 0) {
      throw said.failure(Kind.REFUSED);
    }
    return said.output();
  }

  /** What the command printed, also when it failed for another reason than not getting through. */
  Said runAnyway(List<String> command) {
    boolean submits = command.getFirst().equals("sbatch");
    var builder = new ProcessBuilder(command);
    builder.environment().clear();
    builder.environment().putAll(environment);
    if (!submits) {
      builder.environment().put("TZ", "UTC");
      builder.environment().put("SLURM_TIME_FORMAT", "standard");
      // Else long lists of array indexes end in dots.
      builder.environment().put("SLURM_BITSTR_LEN", "0");
    }
    builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    Said said = await(command, start(builder));
    if (said.exitCode() != 0 && NOT_THROUGH.stream().anyMatch(said.error()::contains)) {
      throw said.failure(Kind.UNREACHABLE);
    }
    return said;
  }

  private static Process start(ProcessBuilder builder) {
    try {
      return builder.start();
    } catch (IOException e) {
      throw new BatchSystemException(
          Kind.REFUSED,
          "The command %s does not run (%s). Maybe Slurm's client programs are not on the PATH."
              .formatted(builder.command().getFirst(), e.getMessage()),
          e);
    }
  }

  private static Said await(List<String> command, Process process) {
    FutureTask<byte[]> output = read(process, process.getInputStream(), MOST_OUTPUT_BYTES);
    FutureTask<byte[]> error = read(process, process.getErrorStream(), MOST_ERROR_BYTES);
    try {
      if (!process.waitFor(LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly().waitFor();
        throw new BatchSystemException(
            Kind.UNREACHABLE,
            "%s took longer than %d s and was stopped. It said: %s"
                .formatted(command, LIMIT.toSeconds(), text(error)));
      }
      return new Said(command, process.exitValue(), text(output), text(error));
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
  record Said(List<String> command, int exitCode, String output, String error) {
    boolean mentions(String words) {
      return error.contains(words);
    }

    BatchSystemException failure(Kind kind) {
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

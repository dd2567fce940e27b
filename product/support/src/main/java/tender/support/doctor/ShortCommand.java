package tender.support.doctor;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The output of a command of the operating system that prints little and ends soon. */
public record ShortCommand(int exitCode, String output) {
  private static final int LIMIT_SECONDS = 10;
  private static final int MAX_BYTES = 64 << 10;

  /** Runs a command; empty if it cannot be run or does not end. */
  public static Optional<ShortCommand> run(List<String> command) {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      try {
        // Ends the reading below if the command does not end.
        process
            .onExit()
            .orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS)
            .exceptionally(late -> kill(process));
        byte[] output = process.getInputStream().readNBytes(MAX_BYTES);
        return process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)
            ? Optional.of(
                new ShortCommand(process.exitValue(), new String(output, StandardCharsets.UTF_8)))
            : Optional.empty();
      } finally {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private static Process kill(Process process) {
    return process.destroyForcibly();
  }
}

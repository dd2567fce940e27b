package tender.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A program that is run to its end. */
final class CommandRunner {
  private static final long LIMIT_SECONDS = 120;

  private CommandRunner() {}

  /** What it said, on both its outputs, when run in a folder; it must end well, and in time. */
  static String run(List<String> command, Path folder, Map<String, String> environment)
      throws IOException, InterruptedException {
    // Into a file and not a pipe, which what it leaves running would hold open.
    Path said = Files.createTempFile("tender-command", ".out");
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    Process process =
        builder
            .directory(folder.toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(said.toFile())
            .start();
    try {
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IOException(
            "%s took more than %d s and said: %s"
                .formatted(String.join(" ", command), LIMIT_SECONDS, Files.readString(said)));
      }
      if (process.exitValue() != 0) {
        throw new IOException(
            "%s ended with %d and said: %s"
                .formatted(String.join(" ", command), process.exitValue(), Files.readString(said)));
      }
      return Files.readString(said);
    } finally {
      Files.delete(said);
    }
  }
}

package tender.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs a program to its end. */
final class CommandRunner {
  private static final long LIMIT_SECONDS = 300;

  private CommandRunner() {}

  /** Runs a command in a folder and returns its output; fails if the command fails or times out. */
  static String run(List<String> command, Path folder, Map<String, String> environment)
      throws IOException, InterruptedException {
    // Into a file, because daemons that the command starts would keep a pipe open.
    Path output = Files.createTempFile("tender-command", ".out");
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    Process process =
        builder
            .directory(folder.toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(output.toFile())
            .start();
    try {
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IOException(
            "%s did not end within %d s. Output: %s"
                .formatted(String.join(" ", command), LIMIT_SECONDS, Files.readString(output)));
      }
      if (process.exitValue() != 0) {
        throw new IOException(
            "%s failed with exit code %d. Output: %s"
                .formatted(
                    String.join(" ", command), process.exitValue(), Files.readString(output)));
      }
      return Files.readString(output);
    } finally {
      Files.delete(output);
    }
  }
}

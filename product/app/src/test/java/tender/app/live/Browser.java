package tender.app.live;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Runs a script of the dashboard, which drives a headless Chromium. */
public final class Browser {
  private static final long TIMEOUT_SECONDS = 240;

  private Browser() {}

  /**
   * Runs a script on a page; throws its output if it fails.
   *
   * @param log the file for its output
   */
  public static String run(
      String script, String address, String token, Map<String, String> more, Path log)
      throws IOException, InterruptedException {
    Path dashboard = dashboard();
    Map<String, String> environment = new LinkedHashMap<>(more);
    environment.put("TENDER_ADDRESS", address);
    environment.put("TENDER_TOKEN", token);
    Optional.ofNullable(System.getProperty("pictures"))
        .ifPresent(folder -> environment.put("TENDER_PICTURES", folder));
    ProcessBuilder builder =
        new ProcessBuilder("node", dashboard.resolve("e2e").resolve(script).toString())
            .directory(dashboard.toFile())
            .redirectErrorStream(true)
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(log.toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    try {
      boolean ended = process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS);
      String output = Files.readString(log);
      if (!ended || process.exitValue() != 0) {
        throw new AssertionError(script + (ended ? " failed:\n" : " timed out:\n") + output);
      }
      return output;
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().waitFor();
    }
  }

  private static Path dashboard() {
    // The tests run in a folder of a module, two levels below the root.
    Path dashboard = Path.of("..", "..", "product", "dashboard").toAbsolutePath().normalize();
    if (!Files.isDirectory(dashboard.resolve("node_modules/playwright-core"))) {
      throw new IllegalStateException(
          dashboard
              + " has no playwright-core. Build it: scripts/mvn package -pl product/dashboard");
    }
    return dashboard;
  }
}

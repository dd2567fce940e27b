package tender.app.live;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A person with a browser: a script of the dashboard's, which drives a headless Chromium. */
final class Browser {
  private static final long LIMIT_SECONDS = 240;

  private Browser() {}

  /**
   * Has a script look at the market's page, and fails with what it says if it does.
   *
   * @param log where what it says goes
   */
  static String run(String script, String address, String token, Map<String, String> more, Path log)
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
      boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
      String said = Files.readString(log);
      if (!ended || process.exitValue() != 0) {
        throw new AssertionError(script + (ended ? " failed:\n" : " does not end:\n") + said);
      }
      return said;
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().waitFor();
    }
  }

  private static Path dashboard() {
    Path dashboard = Path.of("..", "dashboard").toAbsolutePath().normalize();
    if (!Files.isDirectory(dashboard.resolve("node_modules/playwright-core"))) {
      throw new IllegalStateException(
          dashboard + " has no playwright-core. Build it: scripts/mvn package -pl dashboard");
    }
    return dashboard;
  }
}

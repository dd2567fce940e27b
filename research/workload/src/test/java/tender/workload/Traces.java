package tender.workload;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Real logs, which are not ours to hand on: in the folder that {@code TENDER_TRACES} names, else in
 * {@code shared/traces} beside the checkout. Tests that need one are skipped where it is missing.
 */
public final class Traces {
  private Traces() {}

  public static Path require(String file) {
    Path trace = folder().resolve(file);
    assumeTrue(
        Files.exists(trace),
        () ->
            "Skipped, for there is no "
                + trace
                + ". Set TENDER_TRACES to a folder with logs of the Parallel Workloads Archive.");
    return trace;
  }

  private static Path folder() {
    String named = System.getenv("TENDER_TRACES");
    return named != null ? Path.of(named) : checkout().resolveSibling("shared").resolve("traces");
  }

  private static Path checkout() {
    Path folder = Path.of("").toAbsolutePath();
    while (folder.getParent() != null && !Files.exists(folder.resolve("workload/pom.xml"))) {
      folder = folder.getParent();
    }
    return folder;
  }
}

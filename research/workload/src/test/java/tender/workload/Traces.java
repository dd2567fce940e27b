package tender.workload;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Real traces, which we may not redistribute: in the folder that {@code TENDER_TRACES} names,
 * otherwise in {@code shared/traces} next to the checkout. Tests skip traces that are missing.
 */
public final class Traces {
  private Traces() {}

  public static Path require(String file) {
    Path trace = folder().resolve(file);
    assumeTrue(
        Files.exists(trace),
        () ->
            "Trace not found: "
                + trace
                + ". Set TENDER_TRACES to a folder with traces of the Parallel Workloads Archive.");
    return trace;
  }

  private static Path folder() {
    String named = System.getenv("TENDER_TRACES");
    return named != null ? Path.of(named) : checkout().resolveSibling("shared").resolve("traces");
  }

  private static Path checkout() {
    Path folder = Path.of("").toAbsolutePath();
    while (folder.getParent() != null
        && !Files.exists(folder.resolve("research/workload/pom.xml"))) {
      folder = folder.getParent();
    }
    return folder;
  }
}

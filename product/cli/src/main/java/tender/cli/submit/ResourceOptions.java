package tender.cli.submit;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * What each task of a bag requests from its node, as in the section {@code resources} of a file.
 */
final class ResourceOptions {
  @Option(
      names = "--processors",
      paramLabel = "N",
      description = {"Processors of one task.", "Default: 1."})
  private @Nullable String processors;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      split = ",",
      description = {
        "Memory of one task, such as 8G.",
        "With several, such as 4G,8G: those after the memory was exceeded."
      })
  private @Nullable List<String> memory;

  @Option(names = "--gpus", paramLabel = "N", description = "GPUs of one task.")
  private @Nullable String gpus;

  @Option(
      names = "--features",
      paramLabel = "NAME",
      split = ",",
      description = "Features that a task's node must have.")
  private @Nullable List<String> features;

  /** Adds the given options to the fields of a bag file. */
  void addTo(Map<String, Object> fields) {
    if (processors != null) {
      fields.put("processors", processors);
    }
    Map<String, Object> resources = new LinkedHashMap<>();
    if (memory != null) {
      resources.put("memory", memory);
    }
    if (gpus != null) {
      resources.put("gpus", gpus);
    }
    if (features != null) {
      resources.put("features", features);
    }
    if (!resources.isEmpty()) {
      fields.put("resources", resources);
    }
  }
}

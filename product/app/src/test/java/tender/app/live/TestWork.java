package tender.app.live;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Work orders as a client sends them. */
final class TestWork {
  private TestWork() {}

  /** The work order of equal tasks. */
  static Map<String, Object> of(String command, int tasks, Duration runtime) {
    Map<String, Object> work = new LinkedHashMap<>();
    work.put("version", 1);
    work.put("name", "live");
    work.put("command", command);
    work.put("taskList", Map.of("kind", "count", "tasks", tasks));
    work.put("inputs", List.of());
    work.put("outputs", List.of());
    work.put("width", 1);
    work.put("runtimeMillis", runtime.toMillis());
    work.put("retries", 0);
    return work;
  }

  /** What each task requests besides processors. */
  static Map<String, Object> resources(Map<String, Object> requested) {
    Map<String, Object> resources =
        new LinkedHashMap<>(
            Map.of(
                "memoryMib",
                List.of(),
                "gpus",
                0,
                "gpuType",
                "",
                "scratchMib",
                0,
                "features",
                List.of(),
                "exclusive",
                false));
    resources.putAll(requested);
    return resources;
  }
}

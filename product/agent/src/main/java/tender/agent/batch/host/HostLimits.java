package tender.agent.batch.host;

import java.util.List;
import java.util.OptionalLong;

/**
 * Limits of the agent's control group and of each task in it.
 *
 * @param weight of all tasks together, relative to other groups of the machine; the default is 100
 * @param processors on which tasks may run, by the kernel's numbers; empty: all
 * @param maxProcesses of one task, including threads
 * @param memoryBytes of one task; empty: no limit
 */
public record HostLimits(
    int weight, List<Integer> processors, int maxProcesses, OptionalLong memoryBytes) {
  /** The kernel's maximum. */
  static final int MAX_WEIGHT = 10_000;

  static final int DEFAULT_WEIGHT = 100;

  public HostLimits {
    processors = List.copyOf(processors);
    if (weight < 1 || weight > MAX_WEIGHT) {
      throw new IllegalArgumentException(
          "The setting 'host.cpu_weight' is " + weight + ", and must be from 1 to 10000.");
    }
    if (processors.stream().anyMatch(number -> number < 0)) {
      throw new IllegalArgumentException(
          "The setting 'host.cpus' is " + processors + ", and must have no number below 0.");
    }
    if (maxProcesses < 2) {
      throw new IllegalArgumentException(
          "The setting 'host.max_processes' is " + maxProcesses + ", and must be at least 2.");
    }
    if (memoryBytes.isPresent() && memoryBytes.getAsLong() < 1 << 20) {
      throw new IllegalArgumentException(
          "The memory limit of a task is "
              + memoryBytes.getAsLong()
              + " bytes, and must be at least 1 MB (setting 'host.max_memory_mb').");
    }
  }

  String processorList() {
    return String.join(",", processors.stream().map(String::valueOf).toList());
  }
}

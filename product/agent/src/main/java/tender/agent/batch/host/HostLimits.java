package tender.agent.batch.host;

import java.util.List;
import java.util.OptionalLong;

/**
 * What the agent's group and each task in it may use.
 *
 * @param weight of all tasks together, beside others of the machine; an ordinary group has 100
 * @param processors on which tasks may run, by the kernel's numbers; empty: all of them
 * @param processesAtMost of one task, threads counted
 * @param memoryBytes of one task; empty: as much as there is
 */
public record HostLimits(
    int weight, List<Integer> processors, int maxProcesses, OptionalLong memoryBytes) {
  /** As the kernel bounds it. */
  static final int MAX_WEIGHT = 10_000;

  static final int DEFAULT_WEIGHT = 100;

  public HostLimits {
    processors = List.copyOf(processors);
    if (weight < 1 || weight > MAX_WEIGHT) {
      throw new IllegalArgumentException(
          "The weight of the host's tasks is " + weight + ", and must be from 1 to 10000.");
    }
    if (processors.stream().anyMatch(number -> number < 0)) {
      throw new IllegalArgumentException(
          "The host's processors are " + processors + ", and none may be below 0.");
    }
    if (maxProcesses < 2) {
      throw new IllegalArgumentException(
          "A task may have " + maxProcesses + " processes, and needs at least 2.");
    }
    if (memoryBytes.isPresent() && memoryBytes.getAsLong() < 1 << 20) {
      throw new IllegalArgumentException(
          "A task may have " + memoryBytes.getAsLong() + " bytes of memory, and needs 1 MB.");
    }
  }

  String processorList() {
    return String.join(",", processors.stream().map(String::valueOf).toList());
  }
}

package tender.bagfile;

import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import tender.core.resource.ResourceAmounts;
import tender.core.resource.TaskRequest;
import tender.support.text.InputChecks;

/**
 * What each task of a bag requests from its node besides processors.
 *
 * @param memoryMib the memory of the first attempt, and of each attempt after the memory was
 *     exceeded; the last one is also that of all later attempts. Empty: what the cluster gives
 * @param gpuType empty for any type
 * @param features names that the clusters give to properties of their nodes
 * @param exclusive whether no other task may run on the node
 */
public record TaskResources(
    List<Integer> memoryMib,
    int gpus,
    String gpuType,
    int scratchMib,
    List<String> features,
    boolean exclusive) {
  /** No task requests anything but processors. */
  public static final TaskResources NONE = new TaskResources(List.of(), 0, "", 0, List.of(), false);

  public static final int MAX_MEMORY_LEVELS = 10;
  public static final int MAX_FEATURES = 20;
  public static final int MAX_GPUS = 1_000;

  /** 1 PiB, more than any node has. */
  public static final int MAX_MIB = 1 << 30;

  public TaskResources {
    memoryMib = List.copyOf(memoryMib);
    InputChecks.between(memoryMib.size(), 0, MAX_MEMORY_LEVELS, "The number of memory amounts");
    int previous = 0;
    for (int mib : memoryMib) {
      InputChecks.between(mib, 1, MAX_MIB, "A task's memory in MiB");
      if (mib <= previous) {
        throw new IllegalArgumentException(
            "The memory of a retry is %d MiB after %d MiB; it must be more."
                .formatted(mib, previous));
      }
      previous = mib;
    }
    InputChecks.between(gpus, 0, MAX_GPUS, "The number of GPUs");
    InputChecks.between(scratchMib, 0, MAX_MIB, "A task's scratch disk in MiB");
    features = List.copyOf(features);
    InputChecks.between(features.size(), 0, MAX_FEATURES, "The number of features");
    // Checks the names.
    request(1, memoryMib, gpus, gpuType, scratchMib, features, exclusive);
  }

  /** The request of a task's first attempt. */
  public TaskRequest request(int processors) {
    return request(processors, memoryMib, gpus, gpuType, scratchMib, features, exclusive);
  }

  /**
   * The memory of an attempt, empty if none is requested.
   *
   * @param timesExceeded how often the task's memory was exceeded before
   */
  public Optional<Integer> memoryMib(int timesExceeded) {
    return memoryMib.isEmpty()
        ? Optional.empty()
        : Optional.of(memoryMib.get(Math.min(timesExceeded, memoryMib.size() - 1)));
  }

  private static TaskRequest request(
      int processors,
      List<Integer> memoryMib,
      int gpus,
      String gpuType,
      int scratchMib,
      List<String> features,
      boolean exclusive) {
    return new TaskRequest(
        new ResourceAmounts(
            processors, memoryMib.isEmpty() ? 0 : memoryMib.getFirst(), gpus, scratchMib),
        1,
        gpuType,
        new TreeSet<>(features),
        exclusive,
        memoryMib.size() > 1 ? memoryMib.getLast() : 0);
  }
}

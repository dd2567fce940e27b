package tender.measure.market;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tender.bagfile.Container;
import tender.bagfile.InputFile;
import tender.bagfile.TaskList;
import tender.bagfile.TaskOptions;
import tender.bagfile.TaskResources;
import tender.bagfile.WorkOrder;

/** A kind of bag in a mixture, and which nodes its tasks may get. */
enum MixedBag {
  /** Only processors, so that any node will do. */
  PROCESSORS,
  MEMORY,
  MUCH_MEMORY,
  GPU,
  FEATURE,
  /** Exceeds the memory of its first attempt. */
  GROWING_MEMORY,
  CONTAINER,
  TOO_MUCH_MEMORY,
  TOO_MANY_GPUS,
  UNKNOWN_FEATURE;

  /** Tail keeps what it has not printed yet in memory. */
  private static final String USE_MEMORY = "head -c 150000000 /dev/zero | tail >/dev/null";

  private static final int RUNTIME_MILLIS = 10_000;

  private int processors() {
    return this == PROCESSORS ? 2 : 1;
  }

  private TaskResources resources() {
    return switch (this) {
      case PROCESSORS -> TaskResources.NONE;
      case MEMORY -> resources(List.of(1_500), 0, List.of());
      case MUCH_MEMORY -> resources(List.of(6_000), 0, List.of());
      case GPU -> resources(List.of(), 1, List.of());
      case FEATURE -> resources(List.of(500), 0, List.of("avx512"));
      case GROWING_MEMORY -> resources(List.of(60, 400), 0, List.of());
      case CONTAINER -> resources(List.of(800), 0, List.of());
      case TOO_MUCH_MEMORY -> resources(List.of(64_000), 0, List.of());
      case TOO_MANY_GPUS -> resources(List.of(), 8, List.of());
      case UNKNOWN_FEATURE -> resources(List.of(), 0, List.of("quantum"));
    };
  }

  private static TaskResources resources(List<Integer> mib, int gpus, List<String> features) {
    return new TaskResources(mib, gpus, "", 0, features, false);
  }

  /** Whether no cluster of the measurement can run it. */
  boolean isImpossible() {
    return this == TOO_MUCH_MEMORY || this == TOO_MANY_GPUS || this == UNKNOWN_FEATURE;
  }

  /** Whether a node with these properties may run a task that succeeds. */
  boolean mayRunOn(ClusterNode node) {
    TaskResources resources = resources();
    int memoryMib = resources.memoryMib().isEmpty() ? 0 : resources.memoryMib().getLast();
    return node.processors() >= processors()
        && node.memoryMib() >= memoryMib
        && node.gpus() >= resources.gpus()
        && node.features().containsAll(resources.features());
  }

  /** What a measurement knows of a node from the testbed's settings. */
  record ClusterNode(int processors, int memoryMib, int gpus, List<String> features) {}

  /**
   * A bag whose tasks print the names of their nodes.
   *
   * @param image the archive of an image, for containers
   */
  WorkOrder order(int tasks, InputFile image) {
    String run = this == GROWING_MEMORY ? USE_MEMORY + " && sleep 2" : "sleep 4";
    WorkOrder order =
        new WorkOrder(
                WorkOrder.VERSION,
                name().toLowerCase(Locale.ROOT),
                run + " && echo $SLURMD_NODENAME",
                new TaskList.Count(tasks),
                Optional.empty(),
                this == CONTAINER ? List.of(image) : List.of(),
                List.of(),
                processors(),
                RUNTIME_MILLIS,
                1,
                Optional.empty())
            .withResources(resources());
    return this == CONTAINER
        ? order.withOptions(TaskOptions.DEFAULT.withContainer(Container.ofArchive(image.path())))
        : order;
  }
}

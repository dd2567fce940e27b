package tender.server.bags;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import tender.bagfile.TaskResources;
import tender.bagfile.WorkOrder;
import tender.bagfile.results.TaskOutcome;
import tender.server.api.view.BagStats;
import tender.server.model.CommandUsage;
import tender.server.model.TaskUsage;
import tender.server.store.content.Pack;

/** Compares what a bag requests with what its tasks, and earlier ones of the same kind, used. */
final class BagStatsBuilder {
  /** Fewer tasks say too little about the next ones. */
  static final int MIN_LEARNED_TASKS = 20;

  /** A request is far above the use if it is at least this many times as much. */
  static final int EXCESS_FACTOR = 2;

  private final WorkOrder order;
  private final List<Pack> packs;
  private final Map<Integer, TaskUsage> usage;

  /**
   * @param packs the accepted packs, each with the tasks that count
   * @param usage what their tasks used, by their position in the bag
   */
  BagStatsBuilder(WorkOrder order, List<Pack> packs, Map<Integer, TaskUsage> usage) {
    this.order = order;
    this.packs = packs;
    this.usage = usage;
  }

  /**
   * Builds the statistics.
   *
   * @param memory what the user's latest tasks with the same command used, in bytes
   * @param runTime how long they ran, in milliseconds
   */
  BagStats build(CommandUsage memory, CommandUsage runTime) {
    List<Integer> memoryMib = order.resources().map(TaskResources::memoryMib).orElse(List.of());
    long requestedBytes = memoryMib.isEmpty() ? 0 : (long) memoryMib.getFirst() << 20;
    return new BagStats(
        order.tasks(),
        packs.stream().mapToInt(pack -> pack.tasks().size()).sum(),
        new BagStats.Requested(order.width(), memoryMib, order.runtimeMillis()),
        measured(usage.values(), TaskUsage::peakMemoryBytes),
        measured(usage.values(), TaskUsage::runMillis),
        outOfMemory(),
        excess(requestedBytes, memory),
        excess(order.runtimeMillis(), runTime));
  }

  /** An attempt that the batch system ended may be known by the task's exit code only. */
  private long outOfMemory() {
    long attempts = usage.values().stream().mapToLong(TaskUsage::outOfMemory).sum();
    for (Pack pack : packs) {
      for (TaskOutcome outcome : pack.outcomes()) {
        if (outcome.exitCode() == TaskOutcome.EXIT_OUT_OF_MEMORY) {
          attempts +=
              outcome.tasks().stream()
                  .mapToObj(usage::get)
                  .filter(known -> known == null || known.outOfMemory() == 0)
                  .count();
        }
      }
    }
    return attempts;
  }

  static Optional<BagStats.Excess> excess(long requested, CommandUsage used) {
    boolean isFarAbove =
        used.tasks() >= MIN_LEARNED_TASKS
            && used.highest() > 0
            && requested / EXCESS_FACTOR >= used.highest();
    return isFarAbove
        ? Optional.of(new BagStats.Excess(requested, used.highest(), used.tasks()))
        : Optional.empty();
  }

  private static Optional<BagStats.Measured> measured(
      Collection<TaskUsage> tasks, Function<TaskUsage, OptionalLong> measure) {
    long[] values =
        tasks.stream()
            .map(measure)
            .filter(OptionalLong::isPresent)
            .mapToLong(OptionalLong::getAsLong)
            .toArray();
    if (values.length == 0) {
      return Optional.empty();
    }
    Arrays.sort(values);
    return Optional.of(
        new BagStats.Measured(
            values.length,
            values[values.length - 1],
            percentile(values, 50),
            percentile(values, 95)));
  }

  /** The lowest value that is at least as high as this share of the values. */
  private static long percentile(long[] sorted, int percent) {
    return sorted[(int) Math.ceilDiv((long) sorted.length * percent, 100) - 1];
  }
}

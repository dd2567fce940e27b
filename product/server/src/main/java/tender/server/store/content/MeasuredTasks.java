package tender.server.store.content;

import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import tender.bagfile.results.TaskOutcome;
import tender.core.model.TaskSet;
import tender.server.model.CommandUsage;
import tender.server.model.TaskUsage;

/** What the tasks of a pack used, as columns and as a summary. */
record MeasuredTasks(Pack pack, Map<Integer, TaskUsage> usage) {

  /** A value for each task in the order of its indexes, null where there is none. */
  @Nullable Long[] column(Function<TaskUsage, OptionalLong> measure) {
    return pack.tasks().stream()
        .mapToObj(task -> value(task, measure))
        .map(value -> value.isPresent() ? (Long) value.getAsLong() : null)
        .toArray(Long[]::new);
  }

  Integer[] memoryKills() {
    return pack.tasks().stream()
        .mapToObj(usage::get)
        .map(known -> known == null ? 0 : known.outOfMemory())
        .toArray(Integer[]::new);
  }

  /**
   * The memory of tasks that succeeded or exceeded their memory. Other failed tasks may have ended
   * before they used what they need.
   */
  CommandUsage memory() {
    return summary(
        TaskUsage::peakMemoryBytes,
        exitCode -> exitCode == 0 || exitCode == TaskOutcome.EXIT_OUT_OF_MEMORY);
  }

  /** The run times of tasks that succeeded. */
  CommandUsage runTime() {
    return summary(TaskUsage::runMillis, exitCode -> exitCode == 0);
  }

  private CommandUsage summary(Function<TaskUsage, OptionalLong> measure, IntPredicate isCounted) {
    int tasks = 0;
    long highest = 0;
    for (TaskOutcome outcome : pack.outcomes()) {
      TaskSet counted = isCounted.test(outcome.exitCode()) ? outcome.tasks() : TaskSet.empty();
      for (int task : counted.stream().toArray()) {
        OptionalLong value = value(task, measure);
        if (value.isPresent()) {
          tasks++;
          highest = Math.max(highest, value.getAsLong());
        }
      }
    }
    return new CommandUsage(tasks, highest);
  }

  private OptionalLong value(int task, Function<TaskUsage, OptionalLong> measure) {
    TaskUsage known = usage.get(task);
    return known == null ? OptionalLong.empty() : measure.apply(known);
  }
}

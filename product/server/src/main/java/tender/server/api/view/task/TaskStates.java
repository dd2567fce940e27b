package tender.server.api.view.task;

import java.util.ArrayList;
import java.util.List;
import tender.core.model.TaskSet;

/**
 * The tasks of a bag by state; tasks in none of the sets are not placed.
 *
 * @param succeeded without those whose outputs are missing
 * @param missingOutput succeeded, but outputs are missing
 */
public record TaskStates(TaskSet succeeded, TaskSet failed, TaskSet placed, TaskSet missingOutput) {

  /** Counts the states in cells; consecutive equal cells form one run. */
  public List<TaskCells.Run> runs(int from, int until, int cellTasks) {
    int cells = Math.ceilDiv(until - from, cellTasks);
    int[] succeededOf = counts(succeeded, from, until, cellTasks, cells);
    int[] failedOf = counts(failed, from, until, cellTasks, cells);
    int[] placedOf = counts(placed, from, until, cellTasks, cells);
    int[] missingOf = counts(missingOutput, from, until, cellTasks, cells);
    List<TaskCells.Run> runs = new ArrayList<>();
    for (int i = 0; i < cells; i++) {
      int size = Math.min(cellTasks, until - from - i * cellTasks);
      int known = succeededOf[i] + failedOf[i] + placedOf[i] + missingOf[i];
      TaskCells.Run run =
          new TaskCells.Run(
              1, succeededOf[i], failedOf[i], placedOf[i], size - known, missingOf[i]);
      if (runs.isEmpty() || !runs.getLast().hasSameCounts(run)) {
        runs.add(run);
      } else {
        runs.add(runs.removeLast().plusOneCell());
      }
    }
    return runs;
  }

  /** Iterates over ranges, not over tasks. */
  private static int[] counts(TaskSet tasks, int from, int until, int cellTasks, int cells) {
    int[] counts = new int[cells];
    int[] bounds = tasks.bounds();
    for (int i = 0; i < bounds.length; i += 2) {
      int end = Math.min(bounds[i + 1], until);
      int at = Math.max(bounds[i], from);
      while (at < end) {
        int cell = (at - from) / cellTasks;
        int next = (int) Math.min(end, from + (cell + 1L) * cellTasks);
        counts[cell] += next - at;
        at = next;
      }
    }
    return counts;
  }
}

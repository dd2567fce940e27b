package tender.server.api.view.task;

import java.util.List;
import java.util.Optional;
import tender.core.model.TaskSet;

/**
 * The task states of a bag, counted in cells of equal size.
 *
 * @param version the version of the bag
 * @param tasks the number of tasks of the bag
 * @param only the task indexes of the bag if it is a subset of the work order's task list; position
 *     0 of the bag is the first of them
 * @param from the position at which the first cell starts
 * @param until the position at which the last cell ends (exclusive)
 * @param cellTasks the size of each cell; the last one may be smaller
 * @param runs runs of equal cells, in order
 */
public record TaskCells(
    long version,
    int tasks,
    Optional<TaskSet> only,
    int from,
    int until,
    int cellTasks,
    List<Run> runs) {
  public TaskCells {
    runs = List.copyOf(runs);
  }

  /**
   * Consecutive equal cells.
   *
   * @param cells the number of cells
   * @param succeeded tasks per cell that ended with exit code 0 and all their outputs
   * @param failed tasks per cell that failed
   * @param placed tasks per cell that are placed and have no result yet
   * @param open tasks per cell that are not placed; not done if the bag has ended
   * @param missingOutput tasks per cell that succeeded, but whose outputs are missing
   */
  public record Run(int cells, int succeeded, int failed, int placed, int open, int missingOutput) {

    boolean hasSameCounts(Run other) {
      return succeeded == other.succeeded
          && failed == other.failed
          && placed == other.placed
          && open == other.open
          && missingOutput == other.missingOutput;
    }

    Run plusOneCell() {
      return new Run(cells + 1, succeeded, failed, placed, open, missingOutput);
    }
  }
}

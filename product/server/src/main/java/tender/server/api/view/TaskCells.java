package tender.server.api.view;

import java.util.List;
import java.util.Optional;
import tender.core.model.TaskSet;

/**
 * How the tasks of a bag stand, as counts of cells of equal size.
 *
 * @param version of the bag that was looked at
 * @param tasks how many the bag has
 * @param only the numbers that the bag's tasks have in the work order's list, if it is not all of
 *     it: place 0 of the bag is the first of them
 * @param from the place at which the first cell begins
 * @param until before which the last one ends
 * @param cellTasks of each cell but the last, which may be smaller
 * @param runs alike cells that follow each other, in order
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
   * Alike cells.
   *
   * @param cells how many
   * @param succeeded of each, how many tasks ended with exit code 0
   * @param failed with another
   * @param placed given to a provider, and no result is there yet
   * @param open given to nobody; of a bag that has ended, not done
   */
  public record Run(int cells, int succeeded, int failed, int placed, int open) {

    boolean isLike(Run other) {
      return succeeded == other.succeeded
          && failed == other.failed
          && placed == other.placed
          && open == other.open;
    }

    Run longer() {
      return new Run(cells + 1, succeeded, failed, placed, open);
    }
  }
}

package tender.server.model;

import java.util.Optional;
import tender.bagfile.TaskSets;
import tender.bagfile.WorkOrder;
import tender.core.model.TaskSet;

/**
 * What lists need of a work order. It is stored with the submission, so that a list does not read
 * the work orders, which may have megabytes.
 *
 * @param only the indexes of the task list that belong to the bag, if not all
 */
public record ListedWork(
    int tasks, long runtimeMillis, boolean outputsRequired, Optional<TaskSet> only) {

  public static ListedWork of(WorkOrder order) {
    return new ListedWork(
        order.tasks(), order.runtimeMillis(), order.taskOptions().outputsRequired(), order.only());
  }

  /** Maps positions in the bag to indexes of the task list. */
  public TaskSet listIndexes(TaskSet tasks) {
    return only.isEmpty() ? tasks : TaskSets.of(tasks.stream().map(this::listIndex).sorted());
  }

  /** The index in the task list of a position in the bag. */
  public int listIndex(int taskIndex) {
    return only.map(some -> some.nth(taskIndex)).orElse(taskIndex);
  }
}

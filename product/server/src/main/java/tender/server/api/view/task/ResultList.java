package tender.server.api.view.task;

import java.util.List;
import java.util.Optional;
import tender.bagfile.Digest;
import tender.core.model.TaskSet;

/**
 * The result packs of a bag.
 *
 * @param only the task indexes of the bag if it is a subset of the work order's task list; in the
 *     packs the first of them is task 0, the second task 1, and so on
 * @param work the same for a bag and its retries
 * @param packs oldest first
 */
public record ResultList(Optional<TaskSet> only, Digest work, List<PackView> packs) {
  public ResultList {
    packs = List.copyOf(packs);
  }
}

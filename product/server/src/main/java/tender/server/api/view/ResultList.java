package tender.server.api.view;

import java.util.List;
import java.util.Optional;
import tender.core.model.TaskSet;

/**
 * The files of results of a bag.
 *
 * @param only the numbers that the bag's tasks have in the work order's list, if the bag is not all
 *     of it: in the files the first of them is task 0, the next task 1 and so on
 * @param packs oldest first
 */
public record ResultList(Optional<TaskSet> only, List<PackView> packs) {
  public ResultList {
    packs = List.copyOf(packs);
  }
}

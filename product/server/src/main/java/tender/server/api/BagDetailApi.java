package tender.server.api;

import java.net.URI;
import java.util.Optional;
import java.util.OptionalLong;
import tender.bagfile.RelativePath;
import tender.bagfile.WorkOrder;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.server.api.view.BagStats;
import tender.server.api.view.PartsView;
import tender.server.api.view.ProviderRecord;
import tender.server.api.view.Recomposition;
import tender.server.api.view.SharesView;
import tender.server.api.view.task.OutputPage;
import tender.server.api.view.task.TaskCells;
import tender.server.api.view.task.TaskView;
import tender.server.model.UserId;

/**
 * Details of bags and providers, mainly for the dashboard. Every method may throw an {@link
 * ApiException}; the bag of another user counts as not found, except that members of a project may
 * read its bags if it shows them.
 */
public interface BagDetailApi {

  /**
   * Counts the task states of a bag in cells of equal size, so that the result for a million tasks
   * is as short as for a thousand.
   *
   * @param from the first position in the bag, starting at 0
   * @param until the end position (exclusive); limited to the size of the bag
   * @param maxCells the maximum number of cells
   */
  TaskCells taskCells(UserId user, BagId bag, int from, int until, int maxCells);

  /**
   * One task.
   *
   * @param taskIndex its index in the work order's task list
   */
  TaskView task(UserId user, BagId bag, int taskIndex);

  /**
   * Large outputs in the object store.
   *
   * @param after where the page begins
   */
  OutputPage outputs(UserId user, BagId bag, OutputPage.Cursor after, int limit);

  /**
   * Where a large output is read with GET, for some minutes.
   *
   * @param path in the task's folder
   */
  URI outputUrl(UserId user, BagId bag, int taskIndex, RelativePath path);

  /** What the bag's tasks requested and used. */
  BagStats stats(UserId user, BagId bag);

  /** The work order with which the bag was submitted, for example to submit a similar bag. */
  WorkOrder workOrder(UserId user, BagId bag);

  /** The parts of a bag: when each was placed, and its progress. */
  PartsView parts(UserId user, BagId bag);

  /**
   * Composes the offers of a quoted bag for another deadline and budget. No provider is called, and
   * nothing is reserved.
   *
   * @param deadlineMillis empty: as early as possible
   */
  Recomposition recompose(
      UserId user, BagId bag, OptionalLong deadlineMillis, Optional<Money> budget);

  /** The parts of the user's latest bags at time-shared providers, with bids and payments. */
  SharesView shares(UserId user);

  /** The track record of one provider. */
  ProviderRecord provider(ProviderId provider);
}

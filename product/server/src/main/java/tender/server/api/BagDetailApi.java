package tender.server.api;

import tender.server.api.view.PartsView;
import tender.server.model.UserId;
import tender.server.api.view.ProviderRecord;
import tender.server.api.view.Recomposition;
import tender.server.api.view.SharesView;
import tender.server.api.view.TaskCells;
import tender.server.api.view.TaskView;
import java.util.Optional;
import java.util.OptionalLong;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.ProviderId;

/**
 * Where people look more closely: what a page draws, and a line of words does not say. As at {@link
 * BagDesk}, every method may throw a {@link ApiException}, and another person's bag is not found.
 */
public interface BagDetailApi {

  /**
   * How the tasks of a bag stand, a count for each of some cells of equal size. So a million tasks
   * are as short an answer as a thousand.
   *
   * @param from the first place in the bag, from 0 on
   * @param until before which place it ends; beyond the end of the bag is its end
   * @param most how many cells at most
   */
  TaskCells taskCells(UserId person, BagId bag, int from, int until, int most);

  /**
   * All about one task.
   *
   * @param task its number in the work order's list
   */
  TaskView task(UserId person, BagId bag, int task);

  /** What each provider was given of a bag, when, and what became of it. */
  PartsView parts(UserId person, BagId bag);

  /**
   * What the offers in hand would make of a bag that is being asked about, were it wanted by
   * another time or for no more than this. Nobody is asked, and nothing is held.
   *
   * @param deadlineMillis empty: as early as can be
   */
  Recomposition recompose(
      UserId person, BagId bag, OptionalLong deadlineMillis, Optional<Money> budget);

  /** What the person's last bags bid and paid where time is shared. */
  SharesView shares(UserId person);

  /** How one provider kept its word, and how its offers fared. */
  ProviderRecord provider(ProviderId provider);
}

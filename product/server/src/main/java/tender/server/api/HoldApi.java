package tender.server.api;

import java.util.Optional;
import tender.bagfile.WorkOrder;
import tender.server.api.view.HoldView;
import tender.server.model.Requirements;
import tender.server.model.UserId;

/**
 * What another market can do, for which this one is a provider: ask for offers of several sizes,
 * hold capacity for some tasks, and commit to it. It chooses a key for each bag, by which it finds
 * the bag again. Every method may throw an {@link ApiException}; those that change something are
 * idempotent.
 */
public interface HoldApi {

  /**
   * Asks for offers, if {@link Requirements#quoteFirst}, or for capacity that is held.
   *
   * @param order the number of tasks and what each needs; commands and files may differ later
   */
  HoldView request(UserId market, String key, WorkOrder order, Requirements requirements);

  /** What was requested with a key; empty if nothing was. */
  Optional<HoldView> find(UserId market, String key);

  /**
   * Commits to the held capacity.
   *
   * @param order the tasks to run, at most as many as are held, each with the same needs
   */
  HoldView commit(UserId market, String key, WorkOrder order);
}

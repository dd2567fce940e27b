package tender.simulator.share;

import java.util.List;
import java.util.SequencedMap;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.share.BidderId;

/**
 * The outcome of a share simulation.
 *
 * @param history each user's share of each resource, interval by interval
 */
public record ShareOutcome(
    SequencedMap<BidderId, CompletedBag> users, List<IntervalShare> history) {

  /**
   * An ended bag.
   *
   * @param cost at all resources, including surcharges
   * @param foreignTasks how many of its tasks ran at resources of other organisations
   */
  public record CompletedBag(long startMillis, long endMillis, Money cost, int foreignTasks) {}

  /**
   * A share that a user with tasks had in the interval that began at an instant.
   *
   * @param share from 0 to 1
   */
  public record IntervalShare(
      long atMillis, ProviderId resource, BidderId user, Money bidPerMinute, double share) {}
}

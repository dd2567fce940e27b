package tender.core.offer;

import java.util.List;
import tender.core.model.Offer;
import tender.core.model.Time;

/**
 * A provider's offers for a call, and how they were found. Only the offers leave the provider;
 * their task counts and completion times are strictly ascending. The sizes are for the provider's
 * owner.
 */
public record OfferList(List<Offer> offers, List<ConsideredSize> sizes) {
  public OfferList {
    offers = List.copyOf(offers);
    sizes = List.copyOf(sizes);
  }

  /**
   * A size that was considered and its outcome.
   *
   * @param completionMillis the earliest deadline for that many tasks, {@link Time#NEVER} if there
   *     is none
   */
  public record ConsideredSize(int tasks, long completionMillis, Outcome outcome) {}

  /** Why there is an offer of a size, or none. */
  public enum Outcome {
    OFFERED,
    /** More tasks can be done by the same time, so the larger offer covers this one. */
    LARGER_BY_THE_SAME_TIME,
    /** A task needs more processors than the cluster has. */
    TASK_WIDER_THAN_CLUSTER,
    /** Running jobs without an end leave too few processors. */
    NEVER_ENOUGH_FREE
  }
}

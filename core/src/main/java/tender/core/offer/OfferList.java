package tender.core.offer;

import java.util.List;
import tender.core.model.Offer;
import tender.core.model.Time;

/**
 * A provider's answer to a call, with how it came about. Only the offers leave the provider: their
 * numbers of tasks and their instants grow strictly. The sizes are for its owner.
 */
public record OfferList(List<Offer> offers, List<ConsideredSize> sizes) {
  public OfferList {
    offers = List.copyOf(offers);
    sizes = List.copyOf(sizes);
  }

  /**
   * A size that was considered and what became of it.
   *
   * @param byMillis the earliest deadline for that many tasks, {@link Time#NEVER} if there is none
   */
  public record ConsideredSize(int tasks, long completionMillis, Outcome outcome) {}

  /** Why there is, or is not, an offer of a size. */
  public enum Outcome {
    OFFERED,
    /** More tasks can be done by the same time, so the larger offer says it all. */
    LARGER_BY_THE_SAME_TIME,
    /** A task needs more processors at once than the cluster has. */
    TASK_WIDER_THAN_CLUSTER,
    /** Running jobs without an end leave too few processors, for ever or for centuries. */
    NEVER_ENOUGH_FREE
  }
}

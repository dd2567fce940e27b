package tender.core.share;

import java.util.List;
import tender.core.model.Money;
import tender.core.model.ProviderId;

/**
 * What a resource tells an information service of itself.
 *
 * @param workPerSecond of all its processors together
 * @param leastBidPerMinute what a user pays at least who has all of his share used
 * @param mostBidPerMinute so that nobody crowds out all others
 */
public record SharedResource(
    ProviderId id,
    int processors,
    double workPerSecond,
    Money minBidPerMinute,
    Money maxBidPerMinute,
    List<OrganisationId> organisations) {
  public SharedResource {
    if (processors < 1 || !(workPerSecond > 0)) {
      throw new IllegalArgumentException(
          id + " has " + processors + " processors of together " + workPerSecond + " per second.");
    }
    if (minBidPerMinute.millicredits() < 1 || minBidPerMinute.compareTo(maxBidPerMinute) > 0) {
      throw new IllegalArgumentException(
          id + " takes bids from " + minBidPerMinute + " to " + maxBidPerMinute + ".");
    }
    organisations = List.copyOf(organisations);
  }

  boolean isPartOf(OrganisationId organisation) {
    return organisations.contains(organisation);
  }

  /** The bid, or the nearest that the resource takes. */
  public Money bounded(Money bidPerMinute) {
    return new Money(bounded((double) bidPerMinute.millicredits()));
  }

  /** So many times a bid, within what the resource takes. */
  Money bounded(Money bidPerMinute, double factor) {
    return new Money(bounded(bidPerMinute.millicredits() * factor));
  }

  Money middleBidPerMinute() {
    return new Money((minBidPerMinute.millicredits() + maxBidPerMinute.millicredits()) / 2);
  }

  private long bounded(double millicredits) {
    return Math.round(
        Math.clamp(
            millicredits,
            (double) minBidPerMinute.millicredits(),
            (double) maxBidPerMinute.millicredits()));
  }
}

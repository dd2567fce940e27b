package tender.core.share;

import java.util.List;
import tender.core.model.Money;
import tender.core.model.OrganisationId;
import tender.core.model.ProviderId;

/**
 * What a resource registers at an information service.
 *
 * @param workPerSecond of all its processors together
 * @param minBidPerMinute the least that a bidder pays whose share is fully used
 * @param maxBidPerMinute so that one bidder cannot crowd out the others
 */
public record SharedResource(
    ProviderId id,
    int processors,
    double workPerSecond,
    Money minBidPerMinute,
    Money maxBidPerMinute,
    List<OrganisationId> organisations)
    implements OrganisationMember {
  public SharedResource {
    if (processors < 1 || !(workPerSecond > 0)) {
      throw new IllegalArgumentException(
          id + " has " + processors + " processors with " + workPerSecond + " work per second.");
    }
    if (minBidPerMinute.millicredits() < 1 || minBidPerMinute.compareTo(maxBidPerMinute) > 0) {
      throw new IllegalArgumentException(
          id + " has a bid range from " + minBidPerMinute + " to " + maxBidPerMinute + ".");
    }
    organisations = List.copyOf(organisations);
  }

  /** The bid, or the nearest one that the resource accepts. */
  public Money bounded(Money bidPerMinute) {
    return new Money(bounded((double) bidPerMinute.millicredits()));
  }

  /** The bid times a factor, within the resource's bid range. */
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

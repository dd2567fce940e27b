package tender.core.metascheduler.state;

import tender.core.model.Money;

/**
 * The bid for a part at a time-shared provider.
 *
 * @param minPerMinute the lowest bid that the provider accepts
 * @param maxPerMinute the highest bid that the provider accepts
 * @param perMinute the current bid
 * @param sequence the sequence number of the current bid, 0 for the bid that the offer assumed
 * @param nextReviewMillis when the bid is next reviewed
 * @param surchargePercent what the provider adds to every charge
 */
public record PartBid(
    Money minPerMinute,
    Money maxPerMinute,
    Money perMinute,
    int sequence,
    long nextReviewMillis,
    int surchargePercent) {

  /** The bid after a review; a changed bid gets the next sequence number. */
  public PartBid revised(Money perMinute, long nextReviewMillis) {
    int next = perMinute.equals(this.perMinute) ? Math.max(1, sequence) : sequence + 1;
    return new PartBid(
        minPerMinute, maxPerMinute, perMinute, next, nextReviewMillis, surchargePercent);
  }
}

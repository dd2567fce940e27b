package tender.core.metascheduler.state;

import tender.core.model.Money;

/**
 * What is bid for a part at a provider that shares its time.
 *
 * @param leastPerMinute that it takes
 * @param mostPerMinute that it takes
 * @param perMinute what was last said
 * @param serial of that, 0 for what its offer reckoned with
 * @param reviewMillis when it is next thought over
 */
public record PartBid(
    Money minPerMinute, Money maxPerMinute, Money perMinute, int sequence, long nextReviewMillis) {

  /** Said again, or said anew if it is another. */
  public PartBid revised(Money perMinute, long reviewMillis) {
    int next = perMinute.equals(this.perMinute) ? Math.max(1, sequence) : sequence + 1;
    return new PartBid(minPerMinute, maxPerMinute, perMinute, next, reviewMillis);
  }
}

package tender.core.metascheduler;

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
    Money leastPerMinute, Money mostPerMinute, Money perMinute, int serial, long reviewMillis) {

  /** Said again, or said anew if it is another. */
  PartBid said(Money perMinute, long reviewMillis) {
    int next = perMinute.equals(this.perMinute) ? Math.max(1, serial) : serial + 1;
    return new PartBid(leastPerMinute, mostPerMinute, perMinute, next, reviewMillis);
  }
}

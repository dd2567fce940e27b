package tender.core.provider.state;

import tender.core.model.Money;

/**
 * The bid for a part at a time-shared provider, and its charges.
 *
 * @param bidSequence the sequence number of the bid, 0 for the bid that the offer assumed
 * @param bidPerMinute the current bid, within the provider's bid range
 * @param charged the charges for all intervals so far
 * @param usedProcessorMillis processor time that was charged, as the host counts it
 * @param settledMillis until when it was charged
 */
public record ShareAccount(
    int bidSequence,
    Money bidPerMinute,
    Money charged,
    long usedProcessorMillis,
    long settledMillis) {

  public static ShareAccount of(Money initialBidPerMinute, long nowMillis) {
    return new ShareAccount(0, initialBidPerMinute, Money.ZERO, 0, nowMillis);
  }

  public ShareAccount withBid(int bidSequence, Money bidPerMinute) {
    return new ShareAccount(bidSequence, bidPerMinute, charged, usedProcessorMillis, settledMillis);
  }

  public ShareAccount settled(Money charged, long usedProcessorMillis, long nowMillis) {
    return new ShareAccount(bidSequence, bidPerMinute, charged, usedProcessorMillis, nowMillis);
  }

  /** Processor time since the last charge; the counter of a restarted host begins at 0. */
  public long newlyUsedProcessorMillis(long nowUsedProcessorMillis) {
    return nowUsedProcessorMillis < usedProcessorMillis
        ? nowUsedProcessorMillis
        : nowUsedProcessorMillis - usedProcessorMillis;
  }
}

package tender.core.provider.state;

import tender.core.model.Money;

/**
 * What is bid for a part, and what it owes.
 *
 * @param serial of the bid, 0 for the one that the offer reckoned with
 * @param bidPerMinute what was last said, within what the host takes
 * @param charged for all intervals so far
 * @param usedMillis processor time that was charged for, as the host counts it
 * @param settledMillis until when it was
 */
public record ShareAccount(
    int bidSequence, Money bidPerMinute, Money charged, long usedProcessorMillis, long settledMillis) {

  public static ShareAccount of(Money firstBidPerMinute, long nowMillis) {
    return new ShareAccount(0, firstBidPerMinute, Money.ZERO, 0, nowMillis);
  }

  public ShareAccount withBid(int serial, Money bidPerMinute) {
    return new ShareAccount(serial, bidPerMinute, charged, usedProcessorMillis, settledMillis);
  }

  public ShareAccount settled(Money charged, long usedMillis, long nowMillis) {
    return new ShareAccount(bidSequence, bidPerMinute, charged, usedMillis, nowMillis);
  }

  /** Processor time since it was last charged for; a machine that began anew counts from 0. */
  public long newlyUsedProcessorMillis(long nowUsedMillis) {
    return nowUsedMillis < usedProcessorMillis ? nowUsedMillis : nowUsedMillis - usedProcessorMillis;
  }
}

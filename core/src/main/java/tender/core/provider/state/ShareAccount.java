package tender.core.provider.state;

import tender.core.model.Money;

/**
 * The bid for a part at a time-shared provider, and its charges.
 *
 * @param bidSequence the sequence number of the bid, 0 for the bid that the offer assumed
 * @param bidPerMinute the current bid, within the provider's bid range
 * @param charged the charges for all intervals so far, without the surcharge
 * @param usedProcessorMillis processor time that was charged, as the host counts it
 * @param settledMillis until when it was charged
 * @param surchargePercent what is added to all charges, by the offer
 */
public record ShareAccount(
    int bidSequence,
    Money bidPerMinute,
    Money charged,
    long usedProcessorMillis,
    long settledMillis,
    int surchargePercent) {

  public static ShareAccount of(Money initialBidPerMinute, int surchargePercent, long nowMillis) {
    return new ShareAccount(0, initialBidPerMinute, Money.ZERO, 0, nowMillis, surchargePercent);
  }

  public ShareAccount withBid(int bidSequence, Money bidPerMinute) {
    return new ShareAccount(
        bidSequence, bidPerMinute, charged, usedProcessorMillis, settledMillis, surchargePercent);
  }

  public ShareAccount settled(Money charged, long usedProcessorMillis, long nowMillis) {
    return new ShareAccount(
        bidSequence, bidPerMinute, charged, usedProcessorMillis, nowMillis, surchargePercent);
  }

  /**
   * The bill for all intervals so far. The sum is rounded up once, so a foreign bill is at most a
   * thousandth of a credit more than the charges and the surcharge.
   */
  public Money bill() {
    return charged.withSurcharge(surchargePercent);
  }

  /** Processor time since the last charge; the counter of a restarted host begins at 0. */
  public long newlyUsedProcessorMillis(long nowUsedProcessorMillis) {
    return nowUsedProcessorMillis < usedProcessorMillis
        ? nowUsedProcessorMillis
        : nowUsedProcessorMillis - usedProcessorMillis;
  }
}

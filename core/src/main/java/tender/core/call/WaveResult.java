package tender.core.call;

import tender.core.model.Money;

/**
 * What the offers amount to when a wave of providers has answered.
 *
 * @param remainingMillis from the call to the completion of the bag
 */
public record WaveResult(long remainingMillis, Money price) {
  private static final int IMPROVEMENT_DIVISOR = 20;

  /** Whether the time or the price is lower by more than a twentieth. */
  public boolean isMuchBetterThan(WaveResult before) {
    return isMuchLess(remainingMillis, before.remainingMillis)
        || isMuchLess(price.millicredits(), before.price.millicredits());
  }

  private static boolean isMuchLess(long now, long before) {
    return before - now > before / IMPROVEMENT_DIVISOR;
  }
}

package tender.core.metascheduler;

import tender.core.compose.Composition;
import tender.core.model.Money;
import tender.core.model.Time;

/**
 * What a user lets be reserved without being asked. A composition beyond it is a counter-offer, and
 * waits for the user's word.
 *
 * @param deadlineMillis by when the bag is wanted
 * @param upToMillis a composition that ends by then needs no question
 * @param atMost nor does one that costs no more
 */
public record Mandate(long deadlineMillis, long upToMillis, Money atMost) {
  private static final Money ANY_PRICE = new Money(Long.MAX_VALUE);

  /** The best that can be had, however late and dear. */
  public static Mandate best(long deadlineMillis) {
    return new Mandate(deadlineMillis, Time.NEVER, ANY_PRICE);
  }

  /** Whatever meets the deadline and costs no more. */
  public static Mandate within(long deadlineMillis, Money atMost) {
    return new Mandate(deadlineMillis, deadlineMillis, atMost);
  }

  /** Nothing: the user wants to see first. */
  public static Mandate ask(long deadlineMillis) {
    return new Mandate(deadlineMillis, -Time.LIMIT_MILLIS, Money.ZERO);
  }

  /** At any price. */
  public static Money anyPrice() {
    return ANY_PRICE;
  }

  boolean covers(Composition composition) {
    return composition.completionMillis() <= upToMillis
        && composition.price().compareTo(atMost) <= 0;
  }
}

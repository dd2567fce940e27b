package tender.server.api.view;

import java.util.Optional;
import tender.core.model.Money;

/**
 * What can be had, about which the person is asked: a quote that was wished for, or the best there
 * is when the deadline or the budget cannot be met.
 *
 * @param untilMillis when it stands no longer
 * @param inTime what else can be had: the cheapest that makes the deadline, for more than the
 *     budget
 */
public record QuoteView(
    long byMillis, Money price, long expiresMillis, Optional<Alternative> alternative) {

  /** Another way to have it. */
  public record Alternative(long byMillis, Money price) {}

  /** Whether somebody who agrees to so much takes it, one way or the other. */
  public boolean isAcceptedBy(long agreedMillis, Money agreed) {
    return isWithin(byMillis, price, agreedMillis, agreed)
        || alternative
            .filter(other -> isWithin(other.byMillis, other.price, agreedMillis, agreed))
            .isPresent();
  }

  private static boolean isWithin(long byMillis, Money price, long agreedMillis, Money agreed) {
    return byMillis <= agreedMillis && price.compareTo(agreed) <= 0;
  }
}

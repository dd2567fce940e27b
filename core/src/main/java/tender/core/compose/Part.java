package tender.core.compose;

import tender.core.model.Money;
import tender.core.model.ProviderId;

/** The tasks of a bag that one provider gets, their completion time and price. */
public record Part(ProviderId provider, int tasks, long completionMillis, Money price) {

  /** The price of some of its tasks. */
  public Money price(int count) {
    return new Money(Math.ceilDiv(Math.multiplyExact(price.millicredits(), (long) count), tasks));
  }
}

package tender.core.compose;

import tender.core.model.Money;
import tender.core.model.ProviderId;

/** The share of a bag that one provider gets, and by when it will have done it. */
public record Part(ProviderId provider, int tasks, long completionMillis, Money price) {

  /** What some of its tasks cost. */
  public Money price(int some) {
    return new Money(Math.ceilDiv(Math.multiplyExact(price.millicredits(), (long) some), tasks));
  }
}

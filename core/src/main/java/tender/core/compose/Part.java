package tender.core.compose;

import tender.core.model.Money;
import tender.core.model.ProviderId;

/**
 * The tasks of a bag that one provider gets, their completion time and price.
 *
 * @param firm whether the provider reserves processors for it, see {@link
 *     tender.core.model.Disclosure}
 */
public record Part(
    ProviderId provider, int tasks, long completionMillis, Money price, boolean firm) {

  /** A part that is not firm. */
  public Part(ProviderId provider, int tasks, long completionMillis, Money price) {
    this(provider, tasks, completionMillis, price, false);
  }

  /** The price of some of its tasks. */
  public Money price(int count) {
    return new Money(Math.ceilDiv(Math.multiplyExact(price.millicredits(), (long) count), tasks));
  }
}

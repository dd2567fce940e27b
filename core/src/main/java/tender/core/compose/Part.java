package tender.core.compose;

import tender.core.model.Money;
import tender.core.model.ProviderId;

/**
 * The tasks of a bag that one provider gets, their completion time and price.
 *
 * @param firm whether the provider reserves processors for it, see {@link
 *     tender.core.model.Disclosure}
 * @param surcharge how much of the price is the surcharge for users of other organisations
 */
public record Part(
    ProviderId provider,
    int tasks,
    long completionMillis,
    Money price,
    boolean firm,
    Money surcharge) {

  /** A part that is not firm, without a surcharge. */
  public Part(ProviderId provider, int tasks, long completionMillis, Money price) {
    this(provider, tasks, completionMillis, price, false, Money.ZERO);
  }

  /** A copy with fewer tasks. */
  public Part withTasks(int count) {
    Money lower =
        new Money(Math.ceilDiv(Math.multiplyExact(surcharge.millicredits(), (long) count), tasks));
    return new Part(provider, count, completionMillis, price(count), firm, lower);
  }

  /** The price of some of its tasks. */
  public Money price(int count) {
    return new Money(Math.ceilDiv(Math.multiplyExact(price.millicredits(), (long) count), tasks));
  }
}

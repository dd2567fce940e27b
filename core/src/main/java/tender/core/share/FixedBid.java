package tender.core.share;

import tender.core.model.Money;

/**
 * No optimisation, No-Opt (Sulistio and Buyya, section 5): tasks are dealt evenly to all resources,
 * and one bid stands at all of them throughout.
 */
public final class FixedBid implements Broker {
  private final Money bidPerMinute;

  public FixedBid(Money bidPerMinute) {
    this.bidPerMinute = bidPerMinute;
  }

  @Override
  public Orders start(Situation situation) {
    Orders orders = Orders.none();
    orders.deal(situation.unsent(), situation.resources());
    for (SharedResource resource : situation.resources()) {
      orders.bid(resource, resource.bounded(bidPerMinute));
    }
    return orders;
  }

  @Override
  public Orders review(Situation situation) {
    return Orders.none();
  }
}

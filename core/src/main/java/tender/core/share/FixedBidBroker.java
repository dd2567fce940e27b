package tender.core.share;

import tender.core.model.Money;

/**
 * No optimisation, No-Opt (Sulistio and Buyya, section 5): tasks are dealt evenly to all resources,
 * and one bid stands at all of them throughout.
 */
public final class FixedBidBroker implements Broker {
  private final Money bidPerMinute;

  public FixedBidBroker(Money bidPerMinute) {
    this.bidPerMinute = bidPerMinute;
  }

  @Override
  public BrokerDecision start(BrokerView situation) {
    BrokerDecision orders = BrokerDecision.none();
    orders.sendEvenly(situation.unsent(), situation.resources());
    for (SharedResource resource : situation.resources()) {
      orders.bid(resource, resource.bounded(bidPerMinute));
    }
    return orders;
  }

  @Override
  public BrokerDecision review(BrokerView situation) {
    return BrokerDecision.none();
  }
}

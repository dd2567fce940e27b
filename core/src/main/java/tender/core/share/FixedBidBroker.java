package tender.core.share;

import tender.core.model.Money;

/**
 * No optimisation, No-Opt (Sulistio and Buyya, section 5): tasks are sent evenly to all resources,
 * with the same bid at all of them throughout.
 */
public final class FixedBidBroker implements Broker {
  private final Money bidPerMinute;

  public FixedBidBroker(Money bidPerMinute) {
    this.bidPerMinute = bidPerMinute;
  }

  @Override
  public BrokerDecision start(BrokerView view) {
    BrokerDecision decision = BrokerDecision.none();
    decision.sendEvenly(view.unsent(), view.resources());
    for (SharedResource resource : view.resources()) {
      decision.bid(resource, resource.bounded(bidPerMinute));
    }
    return decision;
  }

  @Override
  public BrokerDecision review(BrokerView view) {
    return BrokerDecision.none();
  }
}

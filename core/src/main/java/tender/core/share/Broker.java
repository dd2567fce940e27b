package tender.core.share;

/**
 * Bids and sends tasks on behalf of a user. A broker is stateless: everything it may know is in the
 * view, which a live resource can provide.
 */
public interface Broker {
  /** Called when the bag is submitted; no task has been sent and no bid made. */
  BrokerDecision start(BrokerView view);

  /** Called regularly from then on, until all tasks have ended. */
  BrokerDecision review(BrokerView view);
}

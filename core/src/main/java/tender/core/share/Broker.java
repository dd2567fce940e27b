package tender.core.share;

/**
 * Bids and sends tasks on a user's behalf. A broker keeps nothing: what it may know is in the
 * situation, and a live resource can tell it.
 */
public interface Broker {
  /** When the bag is handed in; nothing has been sent and no bid stands. */
  BrokerDecision start(BrokerView situation);

  /** Every so often from then on, until all tasks have ended. */
  BrokerDecision review(BrokerView situation);
}

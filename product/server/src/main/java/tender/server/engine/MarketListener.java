package tender.server.engine;

import java.util.List;
import java.util.Optional;
import tender.bagfile.results.TaskOutcome;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.state.BagState;
import tender.core.model.ProviderId;
import tender.core.store.Transaction;
import tender.server.model.ClearingView;

/**
 * Observes this replica and changes nothing. It is called on the threads that do the work, so it
 * must return quickly. Each event of a market is reported on the one replica that caused it.
 */
public interface MarketListener {
  /** A listener that does nothing. */
  MarketListener NONE = new MarketListener() {};

  /**
   * A transaction was committed.
   *
   * @param before the previous state; empty if the bag is new
   */
  default void bagWritten(Optional<BagState> before, Transaction transaction, long nowMillis) {}

  /** A provider sent a message, which may be late or repeated. */
  default void messageReceived(Message.ToMetascheduler message) {}

  /** A new result pack was stored. */
  default void resultsStored(ReservationId part, List<TaskOutcome> outcomes, long bytes) {}

  /** A newer stream of a provider's agent replaced one that was still open. */
  default void agentDisplaced(ProviderId provider) {}

  /**
   * The server refused what an agent attempted.
   *
   * @param reason one of few, such as {@code no-part}
   */
  default void agentRejected(ProviderId provider, String reason) {}

  /** An auction cycle was cleared. */
  default void auctionCleared(ClearingView clearing) {}
}

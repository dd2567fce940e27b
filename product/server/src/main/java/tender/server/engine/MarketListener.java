package tender.server.engine;

import java.util.List;
import java.util.Optional;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.state.BagState;
import tender.core.store.Transaction;
import tender.server.model.ClearingView;
import tender.bagfile.results.TaskOutcome;

/**
 * Looks on while this replica works, and changes nothing. It is told on the threads that work, so
 * it must be quick. What happens once in a market is told to one replica, by the one that did it.
 */
public interface MarketListener {
  /** One that does not look. */
  MarketListener NONE = new MarketListener() {};

  /**
   * A bag was written, with all that follows from it.
   *
   * @param before the bag as it was; empty if it was just handed in
   */
  default void bagWritten(Optional<BagState> before, Transaction transaction, long nowMillis) {}

  /** A provider has said something, which may be late, or said again. */
  default void messageReceived(Message.ToMetascheduler message) {}

  /** A pack of results is stored for the first time. */
  default void resultsStored(ReservationId part, List<TaskOutcome> outcomes, long bytes) {}

  /** A cycle of the auction was cleared. */
  default void auctionCleared(ClearingView clearing) {}
}

package tender.server.market;

import java.util.List;
import java.util.Optional;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.BagState;
import tender.core.store.Transaction;
import tender.server.market.view.ClearingView;
import tender.work.Outcome;

/**
 * Looks on while this replica works, and changes nothing. It is told on the threads that work, so
 * it must be quick. What happens once in a market is told to one replica, by the one that did it.
 */
public interface Witness {
  /** One that does not look. */
  Witness NONE = new Witness() {};

  /**
   * A bag was written, with all that follows from it.
   *
   * @param before the bag as it was; empty if it was just handed in
   */
  default void written(Optional<BagState> before, Transaction transaction, long nowMillis) {}

  /** A provider has said something, which may be late, or said again. */
  default void heard(Message.ToMetascheduler message) {}

  /** A pack of results is stored for the first time. */
  default void delivered(ReservationId part, List<Outcome> outcomes, long bytes) {}

  /** A cycle of the auction was cleared. */
  default void cleared(ClearingView clearing) {}
}

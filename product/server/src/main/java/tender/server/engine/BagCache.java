package tender.server.engine;

import java.util.LinkedHashMap;
import java.util.Optional;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.PlacementState;
import tender.core.model.BagId;
import tender.core.store.StoredBag;
import tender.core.store.Transaction;

/**
 * Bags as this replica last wrote them, to save a read for the next event. Another replica may have
 * changed them since. They may be used only as the base of a write, which then fails.
 */
final class BagCache {
  private static final int MAX_BAGS = 1_000;

  private final LinkedHashMap<BagId, StoredBag> byId = new LinkedHashMap<>();

  synchronized void put(Transaction transaction) {
    byId.remove(transaction.bag());
    if (transaction.state() instanceof BagState.Open open) {
      byId.put(transaction.bag(), new StoredBag(open, transaction.version()));
      if (byId.size() > MAX_BAGS) {
        byId.pollFirstEntry();
      }
    }
  }

  /** How many replies this bag needs before anything is decided; zero if that is unknown. */
  synchronized int awaitedReplies(BagId bag) {
    StoredBag stored = byId.get(bag);
    return stored != null && stored.state() instanceof BagState.Open open
        ? open.placement().map(PlacementState::awaitedReplies).orElse(0)
        : 0;
  }

  /** Removes and returns a bag; the next successful write puts it back. */
  synchronized Optional<StoredBag> take(BagId bag) {
    return Optional.ofNullable(byId.remove(bag));
  }
}

package tender.server.engine;

import java.util.LinkedHashMap;
import java.util.Optional;
import tender.core.metascheduler.state.BagState;
import tender.core.model.BagId;
import tender.core.store.StoredBag;
import tender.core.store.Transaction;

/**
 * Bags as this replica has written them last, to save reading them again for the next event. They
 * may have changed since: good to be written upon, since that fails then, and for nothing else.
 */
final class BagCache {
  private static final int MOST = 200;

  private final LinkedHashMap<BagId, StoredBag> byId = new LinkedHashMap<>();

  synchronized void put(Transaction transaction) {
    byId.remove(transaction.bag());
    if (transaction.state() instanceof BagState.Open open) {
      byId.put(transaction.bag(), new StoredBag(open, transaction.version()));
      if (byId.size() > MOST) {
        byId.pollFirstEntry();
      }
    }
  }

  /** Once: whoever writes upon it makes it known again. */
  synchronized Optional<StoredBag> take(BagId bag) {
    return Optional.ofNullable(byId.remove(bag));
  }
}

package tender.server.engine;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import tender.core.model.BagId;

/**
 * Notifies waiting threads that a bag was written by this replica. Writes of other replicas are
 * found by polling.
 */
public final class BagChangeNotifier {
  private final Map<BagId, CountDownLatch> waiting = new ConcurrentHashMap<>();

  public void notifyChanged(BagId bag) {
    CountDownLatch latch = waiting.remove(bag);
    if (latch != null) {
      latch.countDown();
    }
  }

  /** Must be called before the bag is read, so that no change is missed in between. */
  public CountDownLatch nextChange(BagId bag) {
    return waiting.computeIfAbsent(bag, id -> new CountDownLatch(1));
  }
}

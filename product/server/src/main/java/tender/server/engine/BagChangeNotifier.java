package tender.server.engine;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import tender.core.model.BagId;

/**
 * Tells those who wait for a bag that it was written here. What other replicas write is found by
 * looking again after a while.
 */
public final class BagChangeNotifier {
  private final Map<BagId, CountDownLatch> waiting = new ConcurrentHashMap<>();

  public void notifyChanged(BagId bag) {
    CountDownLatch latch = waiting.remove(bag);
    if (latch != null) {
      latch.countDown();
    }
  }

  /** To be taken before the bag is looked at, so that no change is missed in between. */
  public CountDownLatch nextChange(BagId bag) {
    return waiting.computeIfAbsent(bag, id -> new CountDownLatch(1));
  }

  public static void await(CountDownLatch change, Duration upTo) throws InterruptedException {
    change.await(upTo.toMillis(), TimeUnit.MILLISECONDS);
  }
}

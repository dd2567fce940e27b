package tender.server.engine;

import java.util.concurrent.atomic.AtomicLong;

/**
 * An action that many threads may request at the same time. Each returns after a run of the action
 * that began after its request, but requests that wait together share one run. So when thousands of
 * agents connect together, the directory of providers is read a few times and not once for each.
 */
final class SharedAction {
  private final Runnable action;
  private final AtomicLong requests = new AtomicLong();

  /** The latest request that a run has served; guarded by this. */
  private long served;

  SharedAction(Runnable action) {
    this.action = action;
  }

  /** If the action fails, the requests that wait are served by the next run. */
  void run() {
    long request = requests.incrementAndGet();
    synchronized (this) {
      if (served >= request) {
        return;
      }
      long latest = requests.get();
      action.run();
      served = latest;
    }
  }
}

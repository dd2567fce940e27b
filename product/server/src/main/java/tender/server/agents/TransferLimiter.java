package tender.server.agents;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import tender.core.model.ProviderId;

/**
 * Lets each provider move only a few files at once and the others of its calls wait, since each
 * file takes disk or a connection to the database, which are for all.
 */
final class TransferLimiter {
  private static final int AT_ONCE = 4;
  private static final int PATIENCE_SECONDS = 60;

  private final Map<ProviderId, Semaphore> free = new ConcurrentHashMap<>();

  /** Waits for a turn, which is to be given back. */
  void acquire(ProviderId provider) throws IOException {
    try {
      if (!of(provider).tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException(
            provider + " moves " + AT_ONCE + " files, and none of them comes to an end.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("The server stops.", e);
    }
  }

  void release(ProviderId provider) {
    of(provider).release();
  }

  private Semaphore of(ProviderId provider) {
    return free.computeIfAbsent(provider, any -> new Semaphore(AT_ONCE));
  }
}

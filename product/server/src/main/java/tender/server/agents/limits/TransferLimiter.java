package tender.server.agents.limits;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import tender.core.model.ProviderId;

/**
 * Limits the concurrent file transfers of each provider, because each transfer uses disk space or a
 * database connection that all providers share. Further calls wait.
 */
public final class TransferLimiter {
  private static final int MAX_CONCURRENT = 4;
  private static final int TIMEOUT_SECONDS = 60;

  private final Map<ProviderId, Semaphore> permits = new ConcurrentHashMap<>();

  /** Waits for a permit, which must be released. */
  public void acquire(ProviderId provider) throws IOException {
    try {
      if (!of(provider).tryAcquire(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException(
            "All " + MAX_CONCURRENT + " concurrent transfers of " + provider + " are stalled.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("The server is shutting down.", e);
    }
  }

  public void release(ProviderId provider) {
    of(provider).release();
  }

  private Semaphore of(ProviderId provider) {
    return permits.computeIfAbsent(provider, any -> new Semaphore(MAX_CONCURRENT));
  }
}

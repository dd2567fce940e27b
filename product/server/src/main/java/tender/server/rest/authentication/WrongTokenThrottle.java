package tender.server.rest.authentication;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import tender.support.text.LogLimiter;

/**
 * Delays the answers to wrong tokens, longer the more of them an address has sent within a minute.
 * Valid tokens are never delayed.
 */
final class WrongTokenThrottle {
  private static final Logger LOG = System.getLogger(WrongTokenThrottle.class.getName());
  private static final int FREE_ATTEMPTS = 5;
  private static final long DELAY_MILLIS = 100;
  private static final long MAX_DELAY_MILLIS = 2_000;
  private static final long WINDOW_NANOS = Duration.ofMinutes(1).toNanos();
  private static final int MAX_ADDRESSES = 10_000;

  private final Map<String, Integer> attempts = new HashMap<>();
  private final LogLimiter logLimiter = new LogLimiter();
  private long windowNanos = System.nanoTime();

  /** Waits as long as this wrong token of the address is to be delayed. */
  void delay(String address) {
    int count = count(address);
    if (count <= FREE_ATTEMPTS) {
      return;
    }
    logLimiter
        .next(address)
        .ifPresent(
            suppressed ->
                LOG.log(
                    Level.WARNING,
                    "Many wrong tokens from one address: address={0}, attempts={1},"
                        + " suppressedLines={2}",
                    address,
                    count,
                    suppressed));
    try {
      Thread.sleep(Math.min((count - FREE_ATTEMPTS) * DELAY_MILLIS, MAX_DELAY_MILLIS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized int count(String address) {
    long now = System.nanoTime();
    if (now - windowNanos > WINDOW_NANOS || attempts.size() > MAX_ADDRESSES) {
      attempts.clear();
      windowNanos = now;
    }
    return attempts.merge(address, 1, Integer::sum);
  }
}

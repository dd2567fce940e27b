package tender.server.rest.authentication;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
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

  private final RateLimit attempts = new RateLimit(FREE_ATTEMPTS);
  private final LogLimiter logLimiter = new LogLimiter();

  /** Waits as long as this wrong token of the address is to be delayed. */
  void delay(String address) {
    int excess = attempts.excess(address);
    if (excess == 0) {
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
                    FREE_ATTEMPTS + excess,
                    suppressed));
    try {
      Thread.sleep(Math.min(excess * DELAY_MILLIS, MAX_DELAY_MILLIS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

package tender.server.rest.authentication;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts what unauthenticated clients send within a minute, by network address, and compares it
 * with a limit.
 */
public final class RateLimit {
  private static final long WINDOW_NANOS = Duration.ofMinutes(1).toNanos();
  private static final int MAX_ADDRESSES = 10_000;

  private final int maxPerMinute;
  private final Map<String, Integer> counts = new HashMap<>();
  private long windowNanos = System.nanoTime();

  public RateLimit(int maxPerMinute) {
    this.maxPerMinute = maxPerMinute;
  }

  /** Counts a request; returns whether it is one too many. */
  public boolean isExceeded(String address) {
    return excess(address) > 0;
  }

  /** Counts a request; returns how many more than the limit there are, or 0. */
  synchronized int excess(String address) {
    long nowNanos = System.nanoTime();
    if (nowNanos - windowNanos > WINDOW_NANOS || counts.size() > MAX_ADDRESSES) {
      counts.clear();
      windowNanos = nowNanos;
    }
    return Math.max(0, counts.merge(address, 1, Integer::sum) - maxPerMinute);
  }
}

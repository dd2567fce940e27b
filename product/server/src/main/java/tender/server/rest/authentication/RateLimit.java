package tender.server.rest.authentication;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Limits requests of people who have not logged in, by network address. */
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
  public synchronized boolean isExceeded(String address) {
    long nowNanos = System.nanoTime();
    if (nowNanos - windowNanos > WINDOW_NANOS || counts.size() > MAX_ADDRESSES) {
      counts.clear();
      windowNanos = nowNanos;
    }
    return counts.merge(address, 1, Integer::sum) > maxPerMinute;
  }
}

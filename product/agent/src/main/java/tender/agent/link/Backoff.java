package tender.agent.link;

import java.util.random.RandomGenerator;

/**
 * Delay before the next attempt: doubled each time up to a maximum, and randomly reduced by up to
 * half, so that the agents of a failed server do not reconnect at the same moment.
 */
final class Backoff {
  static final long FIRST_MILLIS = 100;
  static final long MAX_MILLIS = 5_000;

  private final RandomGenerator random;
  private long nextMillis = FIRST_MILLIS;

  Backoff(RandomGenerator random) {
    this.random = random;
  }

  long nextMillis() {
    long millis = nextMillis;
    nextMillis = Math.min(MAX_MILLIS, 2 * nextMillis);
    return millis - random.nextLong(millis / 2 + 1);
  }

  void reset() {
    nextMillis = FIRST_MILLIS;
  }
}

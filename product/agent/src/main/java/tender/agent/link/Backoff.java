package tender.agent.link;

import java.util.random.RandomGenerator;

/**
 * How long to wait before the next attempt: twice as long each time, up to a bound, and by chance
 * up to half of it less, so that the agents of a server that has died do not come all at once.
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

package tender.agent.link;

import java.util.random.RandomGenerator;

/**
 * Delay before the next attempt to connect. Without advice of the server it is exponential with
 * full jitter: a random time up to a limit that doubles with each attempt, so that the agents of a
 * failed server do not reconnect at the same moment. A server that is busy names a delay, which
 * gets a random addition.
 */
final class Backoff {
  static final long FIRST_MILLIS = 200;
  static final long MAX_MILLIS = 5_000;

  /** A server that is wrong or hostile must not silence an agent for longer. */
  static final long MAX_ADVISED_MILLIS = 60_000;

  private static final int JITTER_FRACTION = 4;

  private final RandomGenerator random;
  private long limitMillis = FIRST_MILLIS;

  Backoff(RandomGenerator random) {
    this.random = random;
  }

  long nextMillis() {
    long millis = random.nextLong(limitMillis + 1);
    limitMillis = Math.min(MAX_MILLIS, 2 * limitMillis);
    return millis;
  }

  /** The delay after which to come back to a server that has named one. */
  long advisedMillis(long serverMillis) {
    long millis = Math.clamp(serverMillis, 1, MAX_ADVISED_MILLIS);
    return millis + random.nextLong(millis / JITTER_FRACTION + 1);
  }

  void reset() {
    limitMillis = FIRST_MILLIS;
  }
}

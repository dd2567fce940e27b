package tender.agent.link;

import java.util.random.RandomGenerator;

/**
 * Delay before the next attempt to connect. Without advice of the server it is exponential with
 * full jitter: a random time up to a limit that doubles with each attempt, so that the agents of a
 * failed server do not reconnect at the same moment. The limit is low while no server listens,
 * because such attempts cost little, and higher if a server has closed the connection, because it
 * may be busy with others. A server that is less busy names a delay, which gets a random addition.
 */
final class Backoff {
  static final long FIRST_MILLIS = 200;
  static final long MAX_MILLIS = 5_000;

  /** After this a server with ten thousand agents gets some hundred attempts a second. */
  static final long MAX_BUSY_MILLIS = 30_000;

  /** A server that is wrong or hostile must not silence an agent for longer. */
  static final long MAX_ADVISED_MILLIS = 60_000;

  private static final int JITTER_FRACTION = 4;

  private final RandomGenerator random;
  private long limitMillis = FIRST_MILLIS;

  Backoff(RandomGenerator random) {
    this.random = random;
  }

  /**
   * The delay after a failed attempt.
   *
   * @param isListening whether a server listened at the address
   */
  long nextMillis(boolean isListening) {
    long maxMillis = isListening ? MAX_BUSY_MILLIS : MAX_MILLIS;
    long millis = random.nextLong(Math.min(limitMillis, maxMillis) + 1);
    limitMillis = Math.min(maxMillis, 2 * limitMillis);
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

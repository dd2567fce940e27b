package tender.server.agents.limits;

import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * Decides how many agents register at the same time, and when the others should come back. Each
 * rejected agent gets its own place in the time that the server needs for those before it, so that
 * the agents of a restarted server return one after the other and not together.
 *
 * <p>Not safe for use by several threads.
 */
final class RegistrationAdmission {
  static final long MIN_DELAY_MILLIS = 100;

  /** Agents that connect later than this would look disconnected for too long. */
  static final long MAX_DELAY_MILLIS = 20_000;

  /** Authentication, and the record of the connection. */
  private static final int STEPS_PER_AGENT = 2;

  private static final long FIRST_ESTIMATE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  /**
   * A server that has just started is slow for a moment. To come back too early costs an agent one
   * more call on an open connection, to come back too late costs it the time.
   */
  private static final long MAX_ESTIMATE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /** The weight of the average so far, compared with one new value. */
  private static final int AVERAGE_WEIGHT = 15;

  private final int maxSteps;
  private int steps;

  /** The average time between the ends of two steps while the server is busy. */
  private long stepNanos = FIRST_ESTIMATE_NANOS;

  private boolean hasQueue;
  private long lastPlaceNanos;

  /**
   * @param maxSteps how many steps of registrations may be in progress when another one begins
   */
  RegistrationAdmission(int maxSteps) {
    if (maxSteps < 1) {
      throw new IllegalArgumentException(
          "The number of concurrent registrations is %d; it must be at least 1."
              .formatted(maxSteps));
    }
    this.maxSteps = maxSteps;
  }

  /**
   * Begins the first step of a registration, if there is room.
   *
   * @return empty if it has begun, else the milliseconds after which the agent should come back
   */
  OptionalLong tryBegin(long nowNanos) {
    if (steps < maxSteps) {
      steps++;
      return OptionalLong.empty();
    }
    return OptionalLong.of(delayMillis(nowNanos));
  }

  /** Begins a later step, which is never rejected. */
  void begin() {
    steps++;
  }

  /** A step that took this long has ended. */
  void end(long durationNanos) {
    long sampleNanos = Math.clamp(durationNanos / Math.max(1, steps), 1, MAX_ESTIMATE_NANOS);
    stepNanos = (AVERAGE_WEIGHT * stepNanos + sampleNanos) / (AVERAGE_WEIGHT + 1);
    steps = Math.max(0, steps - 1);
  }

  private long delayMillis(long nowNanos) {
    long agentNanos = STEPS_PER_AGENT * stepNanos;
    long firstNanos =
        nowNanos
            + Math.max(
                steps * stepNanos + agentNanos, TimeUnit.MILLISECONDS.toNanos(MIN_DELAY_MILLIS));
    long nextNanos = lastPlaceNanos + agentNanos;
    // Differences, because the counter of nanoseconds may overflow.
    boolean isAfterQueue = hasQueue && nextNanos - firstNanos > 0;
    boolean isTooLate =
        isAfterQueue && nextNanos - nowNanos > TimeUnit.MILLISECONDS.toNanos(MAX_DELAY_MILLIS);
    lastPlaceNanos = isAfterQueue && !isTooLate ? nextNanos : firstNanos;
    hasQueue = true;
    return Math.clamp(
        TimeUnit.NANOSECONDS.toMillis(lastPlaceNanos - nowNanos),
        MIN_DELAY_MILLIS,
        MAX_DELAY_MILLIS);
  }
}

package tender.core.model;

/**
 * All times in core, instants and durations alike, are {@code long} counts of milliseconds.
 *
 * <p>An instant counts from an origin that the caller of core chooses (the Unix epoch in
 * production, the start of the trace in a simulation). Core never reads a clock: {@code now} is an
 * argument. A variable that holds a time has a name that ends in {@code Millis}.
 *
 * <p>The unit is the millisecond because leases and message delays are shorter than a second, and
 * because whole seconds, the unit of batch systems and workload logs, convert without rounding.
 */
public final class Time {
  public static final long SECOND_MILLIS = 1_000;
  public static final long MINUTE_MILLIS = 60 * SECOND_MILLIS;
  public static final long HOUR_MILLIS = 60 * MINUTE_MILLIS;
  public static final long DAY_MILLIS = 24 * HOUR_MILLIS;

  /** An instant that is never reached: no deadline, no end. */
  public static final long NEVER = Long.MAX_VALUE;

  /**
   * The furthest instant and the longest duration that core accepts from outside, 278 years: a
   * hundred thousand such durations still add up without overflow.
   */
  public static final long LIMIT_MILLIS = 1L << 43;

  private Time() {}

  /** The instant plus the duration; {@link #NEVER} if the duration is. */
  public static long after(long instantMillis, long durationMillis) {
    return durationMillis == NEVER ? NEVER : instantMillis + durationMillis;
  }

  /** Returns the instant if it is within the limit on either side of the origin. */
  public static long requireInstant(long instantMillis, String name) {
    if (instantMillis < -LIMIT_MILLIS || instantMillis > LIMIT_MILLIS) {
      throw new IllegalArgumentException(
          "The instant " + name + " is " + instantMillis + " ms, beyond " + LIMIT_MILLIS + " ms.");
    }
    return instantMillis;
  }

  /** Returns the instant if it is within the limit or {@link #NEVER}. */
  public static long requireInstantOrNever(long instantMillis, String name) {
    return instantMillis == NEVER ? NEVER : requireInstant(instantMillis, name);
  }

  /** Returns the duration if it is positive and within the limit. */
  public static long requireDuration(long durationMillis, String name) {
    if (durationMillis <= 0 || durationMillis > LIMIT_MILLIS) {
      throw new IllegalArgumentException(
          "The duration "
              + name
              + " is "
              + durationMillis
              + " ms, and must be from 1 to "
              + LIMIT_MILLIS
              + " ms.");
    }
    return durationMillis;
  }
}

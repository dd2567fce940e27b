package tender.core.model;

/**
 * Time in core is one thing: a {@code long} count of milliseconds.
 *
 * <p>An instant counts from an origin that whoever drives core chooses and keeps (the Unix epoch
 * when live, the start of the trace in a simulation); a duration counts from nothing. Core never
 * asks what time it is: {@code now} is an argument. Where a number stands bare its name ends in
 * {@code Millis}.
 *
 * <p>Milliseconds, because leases and messages live below a second, and because whole seconds, the
 * unit of batch systems and workload logs, convert without rounding.
 */
public final class Time {
  public static final long SECOND_MILLIS = 1_000;
  public static final long MINUTE_MILLIS = 60 * SECOND_MILLIS;
  public static final long HOUR_MILLIS = 60 * MINUTE_MILLIS;
  public static final long DAY_MILLIS = 24 * HOUR_MILLIS;

  /** The instant that does not come: no deadline, no end. */
  public static final long NEVER = Long.MAX_VALUE;

  /**
   * The furthest instant and the longest duration that core accepts from outside, 278 years: a
   * hundred thousand such durations still add up without overflow.
   */
  public static final long LIMIT_MILLIS = 1L << 43;

  private Time() {}

  /** So long after an instant; never, if it takes for ever. */
  public static long after(long instantMillis, long durationMillis) {
    return durationMillis == NEVER ? NEVER : instantMillis + durationMillis;
  }

  /** The instant, if it lies within the limit either side of the origin. */
  public static long requireInstant(long instantMillis, String name) {
    if (instantMillis < -LIMIT_MILLIS || instantMillis > LIMIT_MILLIS) {
      throw new IllegalArgumentException(
          "The instant " + name + " is " + instantMillis + " ms, beyond " + LIMIT_MILLIS + " ms.");
    }
    return instantMillis;
  }

  /** The instant, if it lies within the limit or is {@link #NEVER}. */
  public static long requireInstantOrNever(long instantMillis, String name) {
    return instantMillis == NEVER ? NEVER : requireInstant(instantMillis, name);
  }

  /** The duration, if it is positive and within the limit. */
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

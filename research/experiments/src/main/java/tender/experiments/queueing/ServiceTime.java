package tender.experiments.queueing;

/**
 * What a queue without memory of who waits needs to know of how long it serves: two moments.
 *
 * @param meanSeconds E(X)
 * @param secondMoment E(X²), in square seconds
 */
public record ServiceTime(double meanSeconds, double secondMoment) {
  public ServiceTime {
    if (!(meanSeconds > 0) || !(secondMoment >= meanSeconds * meanSeconds)) {
      throw new IllegalArgumentException(
          "No service time has a mean of %s s and a second moment of %s s²."
              .formatted(meanSeconds, secondMoment));
    }
  }

  /** Everybody is served equally long. */
  public static ServiceTime constant(double seconds) {
    return new ServiceTime(seconds, seconds * seconds);
  }

  public static ServiceTime exponential(double meanSeconds) {
    return new ServiceTime(meanSeconds, 2 * meanSeconds * meanSeconds);
  }
}

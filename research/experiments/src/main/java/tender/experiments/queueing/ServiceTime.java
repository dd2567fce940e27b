package tender.experiments.queueing;

/**
 * The first two moments of a service time, which are all that the queueing formulas need.
 *
 * @param meanSeconds E(X)
 * @param secondMoment E(X²), in square seconds
 */
public record ServiceTime(double meanSeconds, double secondMoment) {
  public ServiceTime {
    if (!(meanSeconds > 0) || !(secondMoment >= meanSeconds * meanSeconds)) {
      throw new IllegalArgumentException(
          ("The mean is %s s and the second moment %s s². The mean must be above 0, and the second"
                  + " moment at least its square.")
              .formatted(meanSeconds, secondMoment));
    }
  }

  /** The same service time for every job. */
  public static ServiceTime constant(double seconds) {
    return new ServiceTime(seconds, seconds * seconds);
  }

  public static ServiceTime exponential(double meanSeconds) {
    return new ServiceTime(meanSeconds, 2 * meanSeconds * meanSeconds);
  }
}

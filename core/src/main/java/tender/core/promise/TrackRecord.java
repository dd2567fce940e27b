package tender.core.promise;

import java.util.Comparator;

/**
 * How well a provider has kept its promises so far.
 *
 * @param kept number of parts that it did in time
 * @param late number of parts through which it broke a promise
 * @param medianLateMillis the median delay of the late parts; 0 if there are none
 */
public record TrackRecord(int kept, int late, long medianLateMillis) {
  /** The record of a new provider. */
  public static final TrackRecord NONE = new TrackRecord(0, 0, 0);

  /**
   * The better record first: the higher expected share of kept promises, then the smaller delay.
   */
  public static final Comparator<TrackRecord> BETTER_FIRST =
      Comparator.comparingDouble(TrackRecord::expectedKept)
          .reversed()
          .thenComparingLong(TrackRecord::medianLateMillis);

  private static final double PRIOR_KEPT = 9;
  private static final double PRIOR_COUNT = 10;

  /**
   * The expected share of kept promises. A new provider counts as one that keeps nine of ten, so
   * that a few kept promises do not rank it above providers that kept a thousand, nor a single
   * broken one below all others.
   */
  public double expectedKept() {
    return (kept + PRIOR_KEPT) / (kept + late + PRIOR_COUNT);
  }
}

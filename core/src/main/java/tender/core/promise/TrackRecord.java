package tender.core.promise;

import java.util.Comparator;

/**
 * How somebody has kept its word so far.
 *
 * @param kept how many parts of promises it did in time
 * @param late through how many it broke one
 * @param medianLateMillis by how much, in the median of those; 0 if there are none
 */
public record TrackRecord(int kept, int late, long medianLateMillis) {
  /** Of one of whom nothing is known. */
  public static final TrackRecord NONE = new TrackRecord(0, 0, 0);

  /** The better record first: who will more likely keep the next promise, then who is less late. */
  public static final Comparator<TrackRecord> BETTER_FIRST =
      Comparator.comparingDouble(TrackRecord::expectedKept)
          .reversed()
          .thenComparingLong(TrackRecord::medianLateMillis);

  private static final double PRIOR_KEPT = 9;
  private static final double PRIOR_COUNT = 10;

  /**
   * The share of promises to expect kept. Whoever is new is taken for one that keeps nine of ten,
   * so that a few kept promises do not put it before those who kept a thousand, nor a single broken
   * one behind everybody.
   */
  double expectedKept() {
    return (kept + PRIOR_KEPT) / (kept + late + PRIOR_COUNT);
  }
}

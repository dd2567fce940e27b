package tender.workload.lublin;

import java.util.Arrays;

/**
 * Bends even time so that it runs fast when people work. A day has 48 half hours, each with a
 * weight, the mean of which is 1; an even half hour's worth of arrivals pays for 1. So the clock
 * time at which so many even half hours have passed is found by spending them on the weights.
 */
final class DailyCycle {
  static final int BUCKETS = 48;
  static final int BUCKET_SECONDS = 1_800;

  private static final int DAY_SECONDS = BUCKETS * BUCKET_SECONDS;

  /** The gamma distribution lies over a day that begins when the fewest people are up. */
  private static final int FIRST_STEP = 11;

  /** Even half hours spent when each half hour begins, and at the day's end. */
  private final double[] spentBefore = new double[BUCKETS + 1];

  DailyCycle(GammaDistribution weights) {
    double[] weight = new double[BUCKETS];
    for (int step = FIRST_STEP; step < FIRST_STEP + BUCKETS; step++) {
      weight[(step - 1) % BUCKETS] =
          weights.unnormalisedCdf(step + 0.5) - weights.unnormalisedCdf(step - 0.5);
    }
    double mean = Arrays.stream(weight).sum() / BUCKETS;
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
      spentBefore[bucket + 1] = spentBefore[bucket] + weight[bucket] / mean;
    }
    // Not a rounding error less, so that a day's worth is a day.
    spentBefore[BUCKETS] = BUCKETS;
  }

  /** The clock, in seconds since a midnight, when so many even half hours have passed. */
  double secondsAt(double halfHours) {
    double days = Math.floor(halfHours / BUCKETS);
    double left = halfHours - days * BUCKETS;
    int bucket = 0;
    while (bucket < BUCKETS - 1 && spentBefore[bucket + 1] <= left) {
      bucket++;
    }
    double weight = spentBefore[bucket + 1] - spentBefore[bucket];
    double part = (left - spentBefore[bucket]) / weight;
    return days * DAY_SECONDS + (bucket + part) * BUCKET_SECONDS;
  }
}

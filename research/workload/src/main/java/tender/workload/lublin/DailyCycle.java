package tender.workload.lublin;

import java.util.Arrays;

/**
 * Maps uniform time to clock time, so that more jobs arrive when people work. A day has 48 half
 * hours with weights whose mean is 1; a half hour of weight w has as many arrivals as w uniform
 * half hours. So the clock time of a number of uniform half hours follows from the cumulative
 * weights.
 */
final class DailyCycle {
  static final int BUCKETS = 48;
  static final int BUCKET_SECONDS = 1_800;

  private static final int DAY_SECONDS = BUCKETS * BUCKET_SECONDS;

  /** The gamma distribution covers a day that begins at the time of the fewest arrivals. */
  private static final int FIRST_STEP = 11;

  /** Uniform half hours before each half hour of the day, and at the end of the day. */
  private final double[] cumulativeWeight = new double[BUCKETS + 1];

  DailyCycle(GammaDistribution weights) {
    double[] weight = new double[BUCKETS];
    for (int step = FIRST_STEP; step < FIRST_STEP + BUCKETS; step++) {
      weight[(step - 1) % BUCKETS] =
          weights.unnormalisedCdf(step + 0.5) - weights.unnormalisedCdf(step - 0.5);
    }
    double mean = Arrays.stream(weight).sum() / BUCKETS;
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
      cumulativeWeight[bucket + 1] = cumulativeWeight[bucket] + weight[bucket] / mean;
    }
    // Exact, so that a day of uniform time is a day without a rounding error.
    cumulativeWeight[BUCKETS] = BUCKETS;
  }

  /** The clock time, in seconds since a midnight, after this many uniform half hours. */
  double secondsAt(double halfHours) {
    double days = Math.floor(halfHours / BUCKETS);
    double remaining = halfHours - days * BUCKETS;
    int bucket = 0;
    while (bucket < BUCKETS - 1 && cumulativeWeight[bucket + 1] <= remaining) {
      bucket++;
    }
    double weight = cumulativeWeight[bucket + 1] - cumulativeWeight[bucket];
    double fraction = (remaining - cumulativeWeight[bucket]) / weight;
    return days * DAY_SECONDS + (bucket + fraction) * BUCKET_SECONDS;
  }
}

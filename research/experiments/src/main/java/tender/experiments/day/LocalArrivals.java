package tender.experiments.day;

import tender.core.model.Time;
import tender.workload.random.SplitMix64;

/**
 * The jobs of a provider's own users: a Poisson process whose rate follows the {@link DayRhythm}.
 * They do not depend on the bags, so that all policies meet the same ones.
 */
final class LocalArrivals {
  private static final double MIN_JOB_MILLIS = 10.0 * Time.MINUTE_MILLIS;
  private static final double MAX_JOB_MILLIS = 4.0 * Time.HOUR_MILLIS;
  private static final double MEAN_JOB_MILLIS =
      (MAX_JOB_MILLIS - MIN_JOB_MILLIS) / Math.log(MAX_JOB_MILLIS / MIN_JOB_MILLIS);
  private static final int WIDEST_SHARE_DIVISOR = 4;

  private final SplitMix64 random;
  private final int widest;
  private final double meanGapMillis;
  private double nextMillis;

  /**
   * @param load the share of the processor time that local jobs need
   */
  LocalArrivals(int processors, double load, SplitMix64 random) {
    this.random = random;
    widest = Math.max(1, processors / WIDEST_SHARE_DIVISOR);
    double meanWidth = (1 + widest) / 2.0;
    meanGapMillis = meanWidth * MEAN_JOB_MILLIS / (load * processors);
    advance();
  }

  /** Receives a local job. */
  @FunctionalInterface
  interface JobConsumer {
    void add(int width, long durationMillis, long submittedMillis);
  }

  /** Passes on the jobs that have been submitted by an instant. */
  void until(long nowMillis, JobConsumer jobs) {
    while (nextMillis <= nowMillis) {
      int width = 1 + (int) (random.nextDouble() * widest);
      long durationMillis = (long) DayWorkload.logUniform(random, MIN_JOB_MILLIS, MAX_JOB_MILLIS);
      jobs.add(width, durationMillis, (long) nextMillis);
      advance();
    }
  }

  private void advance() {
    double gapMillis = -Math.log(1 - random.nextDouble()) * meanGapMillis;
    nextMillis += gapMillis / DayRhythm.weight((long) nextMillis);
  }
}

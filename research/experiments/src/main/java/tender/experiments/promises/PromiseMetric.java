package tender.experiments.promises;

import java.util.Locale;

/** A metric of the promises of a run. */
public enum PromiseMetric {
  /** Number of bags with a promise. */
  PROMISED,
  /** Number of bags without a promise. */
  WITHOUT_PROMISE,
  /** Kept promises, in percent of all promises. */
  KEPT,
  /** The same for bags with a deadline. */
  KEPT_WITH_DEADLINE,
  /** The same for bags without a deadline. */
  KEPT_SOON,
  /** Median lateness of broken promises in hours; 0 if none was broken. */
  HOURS_LATE,
  /**
   * Promised response time divided by actual response time, median. This and the metrics below,
   * except the utilisation, cover bags without a deadline.
   */
  TIGHTNESS,
  /** The same, 90th percentile. */
  TIGHTNESS_WORST_TENTH,
  /** Percentage kept of promises that are stated to be kept with a probability of 90 %. */
  LIKELY_90_KEPT,
  LIKELY_90_TIGHTNESS,
  LIKELY_90_TIGHTNESS_WORST_TENTH,
  /** Percentage kept of promises that are stated to be kept with a probability of 95 %. */
  LIKELY_95_KEPT,
  LIKELY_95_TIGHTNESS,
  LIKELY_95_TIGHTNESS_WORST_TENTH,
  /** Used processor time until the last day, in percent. */
  UTILISATION;

  /** The identifier in result files. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}

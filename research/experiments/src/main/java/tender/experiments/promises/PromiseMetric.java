package tender.experiments.promises;

import java.util.Locale;

/** One thing that every run measures of its bags' promises. */
public enum PromiseMetric {
  /** Bags that got a promise. */
  PROMISED,
  /** Those that did not. */
  WITHOUT_PROMISE,
  /** Of those that got one, in percent. */
  KEPT,
  /** The same, of bags with a deadline of their user's. */
  KEPT_WITH_DEADLINE,
  /** The same, of bags that were wanted as soon as can be; so are all below. */
  KEPT_SOON,
  /** By how much a promise that was broken was, in the median, in hours; 0 if none was. */
  HOURS_LATE,
  /** What was promised as a multiple of what it took, in the median. */
  TIGHTNESS,
  /** The same, exceeded by one in ten. */
  TIGHTNESS_WORST_TENTH,
  /** What was said to be kept in 90 of 100 cases: in how many it was. */
  LIKELY_90_KEPT,
  LIKELY_90_TIGHTNESS,
  LIKELY_90_TIGHTNESS_WORST_TENTH,
  /** What was said to be kept in 95 of 100 cases: in how many it was. */
  LIKELY_95_KEPT,
  LIKELY_95_TIGHTNESS,
  LIKELY_95_TIGHTNESS_WORST_TENTH,
  /** Processors' time used until the last day, in percent. */
  UTILISATION;

  /** As it stands in files. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}

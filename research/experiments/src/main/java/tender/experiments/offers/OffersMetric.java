package tender.experiments.offers;

import java.util.Locale;

/** A metric of a run: the paper's five and their components. */
public enum OffersMetric {
  /** Number of submitted jobs or bags. */
  JOBS,
  /** Number of jobs that got a later deadline than requested, or no promise. */
  JOBS_DELAYED,
  JOBS_DELAYED_PERCENT,
  /** Work of delayed jobs (processors times run time) as a share of all work. */
  WORK_DELAYED_PERCENT,
  /** Formula 1: the sum of delays in percent of the requested time, weighted by processors. */
  WEIGHTED_DELAY,
  /** Used share of all processor time in the period. */
  UTILISATION_PERCENT,
  /** Number of promises that were missed by any amount; must be 0. */
  PROMISES_BROKEN,
  /** Mean number of clusters that run a part of a bag, over bags with a promise. */
  CLUSTERS_PER_BAG,
  /** Number of bags without a promise; they count as delayed but add no weighted delay. */
  WITHOUT_PROMISE;

  /** The identifier in result files. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  boolean appliesToBagsOnly() {
    return this == CLUSTERS_PER_BAG || this == WITHOUT_PROMISE;
  }
}

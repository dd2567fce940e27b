package tender.experiments.offers;

import java.util.Locale;

/** What is measured; the paper's five metrics and what they are made of. */
public enum OffersMetric {
  /** How many jobs or bags were handed in. */
  JOBS,
  /** How many got a later deadline than they asked for, or none at all. */
  JOBS_DELAYED,
  JOBS_DELAYED_PERCENT,
  /** The part of all work, processors times run time, that is in jobs delayed. */
  WORK_DELAYED_PERCENT,
  /** Formula 1: delays in percent of what was asked for, weighted by processors, summed. */
  WEIGHTED_DELAY,
  /** The part of all processors' time in the interval that was used. */
  UTILISATION_PERCENT,
  /** Of those that were not met, however little; there must be none. */
  PROMISES_BROKEN,
  /** How many clusters do a part of a bag, on average over bags with a promise. */
  CLUSTERS_PER_BAG,
  /** Bags that nobody could be found for; they count as delayed, without a weighted delay. */
  WITHOUT_PROMISE;

  /** As it stands in files. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  boolean appliesToBagsOnly() {
    return this == CLUSTERS_PER_BAG || this == WITHOUT_PROMISE;
  }
}

package tender.experiments.queueing;

import java.util.List;

/**
 * Sites that are all alike, and the jobs that come to them.
 *
 * @param arrivalsPerSecond λ, to all sites together
 * @param shortestSeconds shorter run times count as this long in slowdowns; may be 0 only for run
 *     times of a shape above 1, see {@link Weibull#meanInverse}
 * @param needs of processors, independent of the run time
 * @param sites m
 * @param processorsPerSite N
 * @param classes of priority, the one that goes first first; their probabilities add up to 1
 */
public record QueueingModel(
    double arrivalsPerSecond,
    Weibull runTime,
    double slowdownBoundSeconds,
    ProcessorDemand processorDemand,
    int sites,
    int processorsPerSite,
    List<PriorityClass> classes) {
  private static final double ROUNDING = 1e-9;

  public QueueingModel {
    classes = List.copyOf(classes);
    if (!(arrivalsPerSecond > 0) || sites < 1) {
      throw new IllegalArgumentException("There must be a site, and jobs that come to it.");
    }
    if (!runTime.hasMeanInverse(slowdownBoundSeconds)) {
      throw new IllegalArgumentException(
          "Slowdowns need a bound of more than 0 s for run times of shape " + runTime.shape());
    }
    if (processorDemand.largest() > processorsPerSite) {
      throw new IllegalArgumentException(
          "A job may need %d processors, and sites have %d."
              .formatted(processorDemand.largest(), processorsPerSite));
    }
    double probabilities = classes.stream().mapToDouble(PriorityClass::probability).sum();
    if (!(Math.abs(probabilities - 1) < ROUNDING)) {
      throw new IllegalArgumentException("Classes have a probability of " + probabilities);
    }
  }

  /** The same at another rate, for curves. */
  public QueueingModel withArrivalsPerSecond(double rate) {
    return new QueueingModel(
        rate, runTime, slowdownBoundSeconds, processorDemand, sites, processorsPerSite, classes);
  }

  /**
   * The most parts that a site can have such that the last holds the largest job: the others have a
   * processor each.
   */
  public int maxBlocks() {
    return processorsPerSite - processorDemand.largest() + 1;
  }

  /** How many jobs a site gets (A.13): the sites are alike. */
  double arrivalsPerSecondAtSite() {
    return arrivalsPerSecond / sites;
  }
}

package tender.experiments.queueing;

import java.util.List;

/**
 * Identical sites and the jobs that arrive at them.
 *
 * @param arrivalsPerSecond λ, to all sites together
 * @param slowdownBoundSeconds run times below this count as this long in slowdowns; may be 0 only
 *     if the shape of run times is above 1, see {@link Weibull#meanInverse}
 * @param processorDemand of a job, independent of its run time
 * @param sites m
 * @param processorsPerSite N
 * @param classes priority classes in descending priority; their probabilities add up to 1
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
      throw new IllegalArgumentException(
          "The arrival rate is %s per second and there are %d sites. Both must be above 0."
              .formatted(arrivalsPerSecond, sites));
    }
    if (!runTime.hasMeanInverse(slowdownBoundSeconds)) {
      throw new IllegalArgumentException(
          "The slowdown bound is %s s. It must be above 0 s for run times of shape %s."
              .formatted(slowdownBoundSeconds, runTime.shape()));
    }
    if (processorDemand.largest() > processorsPerSite) {
      throw new IllegalArgumentException(
          "A job may need %d processors, but sites have only %d."
              .formatted(processorDemand.largest(), processorsPerSite));
    }
    double probabilities = classes.stream().mapToDouble(PriorityClass::probability).sum();
    if (!(Math.abs(probabilities - 1) < ROUNDING)) {
      throw new IllegalArgumentException(
          "The probabilities of the priority classes add up to " + probabilities + ", not to 1.");
    }
  }

  /**
   * The largest number of blocks such that the last block holds the largest job; all other blocks
   * then have one processor each.
   */
  public int maxBlocks() {
    return processorsPerSite - processorDemand.largest() + 1;
  }

  /** The arrival rate at one site (A.13); the sites are identical. */
  double arrivalsPerSecondAtSite() {
    return arrivalsPerSecond / sites;
  }
}

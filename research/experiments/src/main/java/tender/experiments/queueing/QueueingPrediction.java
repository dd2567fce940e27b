package tender.experiments.queueing;

/** What the model says of a rate of arrivals. */
public sealed interface QueueingPrediction {
  /**
   * Jobs wait, but not ever longer.
   *
   * @param valuingSeconds W1: until a job has been valued and ordered
   * @param dispatchingSeconds W2: until a site is found
   * @param siteSeconds W3: at the site
   * @param meanInverse E(1/X), bounded as the model says
   * @param partition of each site
   */
  record SteadyState(
      double valuationSeconds,
      double dispatchingSeconds,
      double siteSeconds,
      double meanInverse,
      ProcessorPartition partition)
      implements QueueingPrediction {
    /** E(W), A.21. */
    public double waitSeconds() {
      return valuationSeconds + dispatchingSeconds + siteSeconds;
    }

    /** E(S), A.22: a job's wait does not depend on its own run time, so the means multiply. */
    public double slowdown() {
      return waitSeconds() * meanInverse;
    }
  }

  /**
   * More comes than can be done, and waits grow without end.
   *
   * @param stage the first at which it does
   * @param load 1 or more
   */
  record NoSteadyState(Stage stage, double load) implements QueueingPrediction {}

  /** The queues through which a job goes. */
  enum Stage {
    VALUATION,
    DISPATCHING,
    SITE
  }
}

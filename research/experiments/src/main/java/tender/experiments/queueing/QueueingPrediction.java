package tender.experiments.queueing;

/** The model's prediction for one arrival rate. */
public sealed interface QueueingPrediction {
  /**
   * A steady state exists, so mean waits are finite.
   *
   * @param valuationSeconds W1, until a job has been valued and ranked
   * @param dispatchingSeconds W2, until a site is free
   * @param siteSeconds W3, in the queue of the site
   * @param meanInverse E(1/X), with run times bounded by the model's slowdown bound
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
   * The arrival rate exceeds the capacity of a stage, so waits grow without bound.
   *
   * @param stage the first overloaded stage
   * @param load of that stage, 1 or more
   */
  record NoSteadyState(Stage stage, double load) implements QueueingPrediction {}

  /** The queues that a job passes through, in order. */
  enum Stage {
    VALUATION,
    DISPATCHING,
    SITE
  }
}

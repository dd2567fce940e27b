package tender.simulator.market;

/** Estimates a provider's task run times; the estimation itself takes time. */
public interface SimulatedEstimator {

  Estimate estimate(ExternalBag bag);

  /**
   * Whether offers wait for the estimate. Otherwise they are made by the user's estimate, which is
   * replaced when the provider's is ready.
   */
  boolean isAwaited();

  /** How long an estimation takes at most. */
  long maxDurationMillis();

  /**
   * An estimate and the time that it took.
   *
   * @param taskMillis how long one task takes on the reference processor
   * @param durationMillis how long the estimation takes
   */
  record Estimate(long taskMillis, long durationMillis) {}
}

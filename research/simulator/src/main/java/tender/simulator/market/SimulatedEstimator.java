package tender.simulator.market;

/** Makes a provider's own estimates of how long tasks take, which takes time itself. */
public interface SimulatedEstimator {

  Estimate estimate(ExternalBag bag);

  /** How long making an estimate takes at most. */
  long maxDurationMillis();

  /**
   * An estimate and its cost.
   *
   * @param taskMillis how long one task takes on the reference processor
   * @param makingMillis how long it takes to find that out
   */
  record Estimate(long taskMillis, long durationMillis) {}
}

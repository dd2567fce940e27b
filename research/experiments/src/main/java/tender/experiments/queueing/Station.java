package tender.experiments.queueing;

/** A queue with Poisson arrivals, together with its servers. */
interface Station {
  /** The fraction of time for which the servers are busy; at 1 or more there is no steady state. */
  double load();

  /**
   * The mean time from arrival to the start of service.
   *
   * @throws IllegalStateException if there is no steady state
   */
  double waitSeconds();

  /** Guards formulas that divide by 1 − load. */
  default void requireSteadyState() {
    if (!(load() < 1)) {
      throw new IllegalStateException(
          "A load of %s has no steady state. It must be below 1.".formatted(load()));
    }
  }
}

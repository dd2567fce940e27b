package tender.experiments.queueing;

/** A queue with Poisson arrivals and those who serve it. */
interface Station {
  /** The part of their time for which the servers are busy; from 1 on there is no steady state. */
  double load();

  /**
   * The mean time from arrival to the start of service.
   *
   * @throws IllegalStateException if there is no steady state
   */
  double waitSeconds();

  /** Called before something is divided by what is left of a server. */
  default void requireSteadyState() {
    if (!(load() < 1)) {
      throw new IllegalStateException("A load of %s has no steady state.".formatted(load()));
    }
  }
}

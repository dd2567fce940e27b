package tender.experiments.queueing;

/**
 * M/G/m, first come first served, by the approximation of Nozaki and Ross (1978): the wait with
 * exponential service times of the same mean, times half of E(X²) / E(X)² (A.6 to A.10).
 *
 * <p>Four things are not as printed:
 *
 * <ul>
 *   <li>A.7 says that the load is λ E(X). That is the number of busy servers; A.8 takes ρ for the
 *       part of the time that each is busy, λ E(X) / m, and only so is a load below 1 the condition
 *       for a steady state.
 *   <li>P_N in A.8 lacks the brackets in m! (1 − ρ).
 *   <li>P_N in A.8 is the inverse of the normalising sum, which is the probability that nobody is
 *       there. The mean queue is ρ / (1 − ρ) times the probability that all servers are busy, which
 *       is Erlang's C.
 *   <li>A.6 and A.10 lack the factor of a half. As printed a queue with exponential service times
 *       would be twice as long as itself, and one with a single server twice as long as Pollaczek
 *       and Khinchine say.
 * </ul>
 */
record MgmQueue(double arrivalsPerSecond, int servers, ServiceTime service)
    implements Station {
  @Override
  public double load() {
    return busyServers() / servers;
  }

  @Override
  public double waitSeconds() {
    requireSteadyState();
    double mean = service.meanSeconds();
    double exponentialWaitSeconds = waitProbability() * mean / (servers * (1 - load()));
    return exponentialWaitSeconds * service.secondMoment() / (2 * mean * mean);
  }

  /**
   * Erlang's C, from his B. B for one server more follows from B, which needs no factorials and so
   * does not overflow.
   */
  double waitProbability() {
    requireSteadyState();
    double lost = 1;
    for (int i = 1; i <= servers; i++) {
      lost = busyServers() * lost / (i + busyServers() * lost);
    }
    return lost / (1 - load() * (1 - lost));
  }

  private double busyServers() {
    return arrivalsPerSecond * service.meanSeconds();
  }
}

package tender.experiments.queueing;

/**
 * An M/G/m queue, first come, first served, by the approximation of Nozaki and Ross (1978): the
 * wait with exponential service times of the same mean, times half of E(X²) / E(X)² (A.6 to A.10).
 *
 * <p>The code differs from the printed equations in four points:
 *
 * <ul>
 *   <li>A.7 defines the load as λ E(X), which is the mean number of busy servers. A.8 needs the
 *       utilisation of one server, ρ = λ E(X) / m; only with this definition is a load below 1 the
 *       condition for a steady state.
 *   <li>P_N in A.8 lacks the brackets in m! (1 − ρ).
 *   <li>P_N in A.8 is the inverse of the normalising sum, which is the probability of an empty
 *       system. The mean queue length is ρ / (1 − ρ) times the probability that all servers are
 *       busy, which is Erlang's C.
 *   <li>A.6 and A.10 lack the factor 1/2. As printed, an M/M/m queue would be twice as long as it
 *       is, and an M/G/1 queue twice as long as by the Pollaczek–Khinchine formula.
 * </ul>
 */
record MgmQueue(double arrivalsPerSecond, int servers, ServiceTime service) implements Station {
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
   * Erlang's C, computed from Erlang's B. The recursion over the number of servers needs no
   * factorials and so does not overflow.
   */
  double waitProbability() {
    requireSteadyState();
    double blocking = 1;
    for (int i = 1; i <= servers; i++) {
      blocking = busyServers() * blocking / (i + busyServers() * blocking);
    }
    return blocking / (1 - load() * (1 - blocking));
  }

  private double busyServers() {
    return arrivalsPerSecond * service.meanSeconds();
  }
}

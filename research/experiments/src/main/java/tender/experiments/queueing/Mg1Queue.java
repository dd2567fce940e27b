package tender.experiments.queueing;

/** An M/G/1 queue, first come, first served, by the Pollaczek–Khinchine formula (A.16, A.17). */
record Mg1Queue(double arrivalsPerSecond, ServiceTime service) implements Station {
  @Override
  public double load() {
    return arrivalsPerSecond * service.meanSeconds();
  }

  @Override
  public double waitSeconds() {
    requireSteadyState();
    return arrivalsPerSecond * service.secondMoment() / (2 * (1 - load()));
  }
}

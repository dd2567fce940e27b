package tender.experiments.rescheduling;

/**
 * What one run is a run of.
 *
 * @param overPercent by how much users overestimate
 * @param seed which workload
 */
public record ReschedulingKey(Environment environment, Scheme scheme, int overPercent, int seed) {
  @Override
  public String toString() {
    return environment.id() + "-" + scheme.id() + "-" + overPercent + "-" + seed;
  }

  String cells() {
    return environment.id() + "," + scheme.id() + "," + overPercent + "," + seed;
  }
}

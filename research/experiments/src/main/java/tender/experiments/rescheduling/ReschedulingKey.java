package tender.experiments.rescheduling;

/**
 * What one run is a run of.
 *
 * @param overPercent by how much users overestimate
 * @param seed which workload
 */
public record ReschedulingKey(ClusterEnvironment environment, ReschedulingScheme scheme, int overestimationPercent, int seed) {
  @Override
  public String toString() {
    return environment.id() + "-" + scheme.id() + "-" + overestimationPercent + "-" + seed;
  }

  String cells() {
    return environment.id() + "," + scheme.id() + "," + overestimationPercent + "," + seed;
  }
}

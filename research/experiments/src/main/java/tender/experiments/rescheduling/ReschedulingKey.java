package tender.experiments.rescheduling;

/**
 * Identifies one run.
 *
 * @param overestimationPercent how much users overestimate run times
 * @param seed of the workload
 */
public record ReschedulingKey(
    ClusterEnvironment environment,
    ReschedulingScheme scheme,
    int overestimationPercent,
    int seed) {
  @Override
  public String toString() {
    return environment.id() + "-" + scheme.id() + "-" + overestimationPercent + "-" + seed;
  }

  String cells() {
    return environment.id() + "," + scheme.id() + "," + overestimationPercent + "," + seed;
  }
}

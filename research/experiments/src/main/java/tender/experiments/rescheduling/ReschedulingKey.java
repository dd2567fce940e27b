package tender.experiments.rescheduling;

import tender.experiments.run.RunKey;

/**
 * Identifies one run.
 *
 * @param overestimationPercent how much users overestimate run times
 * @param seed of the workload
 */
public record ReschedulingKey(
    ClusterEnvironment environment, ReschedulingScheme scheme, int overestimationPercent, int seed)
    implements RunKey {
  @Override
  public String toString() {
    return environment.id() + "-" + scheme.id() + "-" + overestimationPercent + "-" + seed;
  }

  String cells() {
    return environment.id() + "," + scheme.id() + "," + overestimationPercent + "," + seed;
  }
}

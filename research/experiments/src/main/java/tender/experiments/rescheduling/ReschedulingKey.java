package tender.experiments.rescheduling;

import tender.experiments.run.RunKey;

/**
 * Identifies one run.
 *
 * @param overestimationPercent how much users overestimate run times
 * @param seed of the workload
 */
public record ReschedulingKey(
    ReschedulingReading reading,
    ClusterEnvironment environment,
    ReschedulingScheme scheme,
    int overestimationPercent,
    int seed)
    implements RunKey {
  @Override
  public String toString() {
    return cells().replace(',', '-');
  }

  String cells() {
    return String.join(
        ",",
        reading.id(),
        environment.id(),
        scheme.id(),
        Integer.toString(overestimationPercent),
        Integer.toString(seed));
  }
}

package tender.experiments.definition;

import java.util.ArrayList;
import java.util.List;
import tender.core.model.Time;
import tender.core.provider.ProviderTerms;
import tender.experiments.run.SeededExperiment;
import tender.workload.trace.LoadMeasure;

/**
 * A market that is simulated under every combination of policy, deadline schema and seed. A seed
 * only draws deadlines, and draws the same ones for every policy, so that policies can be compared
 * seed by seed.
 *
 * @param loadMeasure how a job's work is counted when jobs are selected to reach a load
 * @param runTimeSource the actual run time of jobs: the estimate, or the run time in the trace
 * @param latencyMillis latency of a message
 * @param offerMillis how long an offer is valid
 * @param leaseMillis how long a reservation is held
 * @param seeds number of seeds, which are 1, 2, …
 */
public record OffersExperiment(
    String name,
    String title,
    int days,
    LoadMeasure loadMeasure,
    LoadMeasure runTimeSource,
    long latencyMillis,
    long offerMillis,
    long leaseMillis,
    int seeds,
    List<ClusterSpec> clusters,
    TraceSpec external,
    List<PolicySpec> policies,
    List<SchemaSpec> schemas)
    implements SeededExperiment<OffersRunKey> {
  public OffersExperiment {
    clusters = List.copyOf(clusters);
    policies = List.copyOf(policies);
    schemas = List.copyOf(schemas);
    if (clusters.isEmpty() || policies.isEmpty() || schemas.isEmpty()) {
      throw new IllegalArgumentException(
          ("The experiment %s has %s clusters, %s policies and %s schemas. It needs at"
                  + " least one of each.")
              .formatted(name, clusters.size(), policies.size(), schemas.size()));
    }
    if (days < 1 || seeds < 1) {
      throw new IllegalArgumentException(
          "The experiment %s has %s days and %s seeds. Both must be at least 1."
              .formatted(name, days, seeds));
    }
  }

  /** The same experiment with another number of seeds. */
  public OffersExperiment withSeeds(int otherSeeds) {
    return new OffersExperiment(
        name,
        title,
        days,
        loadMeasure,
        runTimeSource,
        latencyMillis,
        offerMillis,
        leaseMillis,
        otherSeeds,
        clusters,
        external,
        policies,
        schemas);
  }

  public ProviderTerms terms(PolicySpec policy) {
    return new ProviderTerms(offerMillis, leaseMillis, Time.NEVER, policy.discloses());
  }

  /** The processors of all clusters together. */
  public int processors() {
    return clusters.stream().mapToInt(ClusterSpec::processors).sum();
  }

  /** By schema, policy and seed. */
  @Override
  public List<OffersRunKey> keys() {
    List<OffersRunKey> keys = new ArrayList<>();
    for (SchemaSpec schema : schemas) {
      for (PolicySpec policy : policies) {
        for (int seed = 1; seed <= seeds; seed++) {
          keys.add(new OffersRunKey(schema, policy, seed));
        }
      }
    }
    return keys;
  }
}

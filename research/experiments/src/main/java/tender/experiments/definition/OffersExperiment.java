package tender.experiments.definition;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import tender.core.model.Time;
import tender.core.provider.ProviderTerms;
import tender.experiments.run.SeededExperiment;
import tender.workload.trace.LoadMeasure;

/**
 * A market that is simulated under every combination of policy, deadline schema and seed. A seed
 * draws deadlines and, if so defined, the windows of the traces. It draws the same ones for every
 * policy, so that policies can be compared seed by seed.
 *
 * @param loadMeasure how a job's work is counted when jobs are selected to reach a load
 * @param arrivals how the jobs of a trace are adapted to a load
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
    ArrivalRule arrivals,
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
    return with(arrivals, otherSeeds, UnaryOperator.identity());
  }

  /** The same experiment with other arrivals. */
  public OffersExperiment withArrivals(ArrivalRule otherArrivals) {
    return with(otherArrivals, seeds, UnaryOperator.identity());
  }

  /** The same experiment in which each seed draws its windows from those that match. */
  public OffersExperiment withDrawnWindows() {
    return with(arrivals, seeds, TraceSpec::withDrawnWindow);
  }

  /** The same windows with all loads multiplied by one factor, so that they add up to this one. */
  public OffersExperiment withOfferedLoad(double otherLoad) {
    double factor = otherLoad / offeredLoad();
    return with(arrivals, seeds, trace -> trace.withLoad(trace.load() * factor));
  }

  private OffersExperiment with(
      ArrivalRule otherArrivals, int otherSeeds, UnaryOperator<TraceSpec> change) {
    return new OffersExperiment(
        name,
        title,
        days,
        loadMeasure,
        otherArrivals,
        runTimeSource,
        latencyMillis,
        offerMillis,
        leaseMillis,
        otherSeeds,
        clusters.stream().map(cluster -> cluster.withLocal(change)).toList(),
        change.apply(external),
        policies,
        schemas);
  }

  /** The work of all jobs, local and external, as a fraction of the capacity of all clusters. */
  public double offeredLoad() {
    double busyProcessors =
        clusters.stream().mapToDouble(c -> c.processors() * c.local().load()).sum();
    return busyProcessors / processors() + external.load();
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

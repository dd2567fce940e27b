package tender.simulator.market;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import tender.core.model.Cluster;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.promise.Slack;
import tender.core.queue.Scheduler;

/**
 * A provider's cluster and its local jobs, in order of submission.
 *
 * @param batchSystem starts the jobs by its own rule; empty if the provider starts them
 * @param slack the provider's initial knowledge of its forecast errors; empty if it promises its
 *     forecasts
 * @param estimator makes the provider's own estimates; empty if it uses the users' estimates
 * @param pricePerProcessorHour the provider's own price; empty for the common one
 */
public record SiteConfig(
    ProviderId id,
    Cluster cluster,
    List<SimulatedLocalJob> localJobs,
    Optional<Function<Cluster, Scheduler>> batchSystem,
    Optional<Slack> slack,
    Optional<SimulatedEstimator> estimator,
    Optional<Money> pricePerProcessorHour) {
  public SiteConfig {
    localJobs = List.copyOf(localJobs);
  }

  /** A site whose provider starts jobs by its plan. */
  public SiteConfig(ProviderId id, Cluster cluster, List<SimulatedLocalJob> localJobs) {
    this(id, cluster, localJobs, Optional.empty(), Optional.empty());
  }

  /** A site that uses the users' estimates. */
  public SiteConfig(
      ProviderId id,
      Cluster cluster,
      List<SimulatedLocalJob> localJobs,
      Optional<Function<Cluster, Scheduler>> batchSystem,
      Optional<Slack> slack) {
    this(id, cluster, localJobs, batchSystem, slack, Optional.empty(), Optional.empty());
  }

  /** The same site with a provider that makes its own estimates. */
  public SiteConfig withEstimator(SimulatedEstimator estimator) {
    return new SiteConfig(
        id, cluster, localJobs, batchSystem, slack, Optional.of(estimator), pricePerProcessorHour);
  }

  /** The same site with a provider that has its own price. */
  public SiteConfig withPrice(Money pricePerProcessorHour) {
    return new SiteConfig(
        id, cluster, localJobs, batchSystem, slack, estimator, Optional.of(pricePerProcessorHour));
  }
}

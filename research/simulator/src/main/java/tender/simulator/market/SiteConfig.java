package tender.simulator.market;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import tender.core.model.Cluster;
import tender.core.model.ProviderId;
import tender.core.promise.Slack;
import tender.core.queue.Scheduler;

/**
 * A provider's cluster and what its own users hand in, in order of submission.
 *
 * @param batchSystem what starts jobs there by its own rule; none, if the provider does
 * @param slack what the provider knows of its forecasts at first; none, if it promises what it
 *     forecasts
 * @param estimator what makes the provider's own estimates; none, if it takes the users'
 */
public record SiteConfig(
    ProviderId id,
    Cluster cluster,
    List<SimulatedLocalJob> localJobs,
    Optional<Function<Cluster, Scheduler>> batchSystem,
    Optional<Slack> slack,
    Optional<SimulatedEstimator> estimator) {
  public SiteConfig {
    localJobs = List.copyOf(localJobs);
  }

  /** One where the provider starts what its plan says. */
  public SiteConfig(ProviderId id, Cluster cluster, List<SimulatedLocalJob> localJobs) {
    this(id, cluster, localJobs, Optional.empty(), Optional.empty());
  }

  /** One that takes the users' estimates as they are. */
  public SiteConfig(
      ProviderId id,
      Cluster cluster,
      List<SimulatedLocalJob> localJobs,
      Optional<Function<Cluster, Scheduler>> batchSystem,
      Optional<Slack> slack) {
    this(id, cluster, localJobs, batchSystem, slack, Optional.empty());
  }

  /** The same site, where the provider makes estimates of its own. */
  public SiteConfig withEstimator(SimulatedEstimator estimator) {
    return new SiteConfig(id, cluster, localJobs, batchSystem, slack, Optional.of(estimator));
  }
}

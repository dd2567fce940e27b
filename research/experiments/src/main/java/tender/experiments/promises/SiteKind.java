package tender.experiments.promises;

import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tender.core.model.Cluster;
import tender.core.model.Time;
import tender.core.plan.reschedule.UncoordinatedRescheduling;
import tender.core.promise.Slack;
import tender.core.provider.PlanningPolicy;
import tender.core.provider.ProviderTerms;
import tender.core.queue.Scheduler;
import tender.simulator.cluster.Schedulers;

/** How a site schedules jobs, and so how firm a provider's promises are. */
public enum SiteKind {
  /** The provider starts all jobs itself, so reservations are firm. */
  RESERVED("real reservations", null, false),
  /** EASY backfilling decides on starts; the provider promises its forecast. */
  EASY("EASY, forecast", "easy", false),
  /** EASY backfilling decides on starts; the provider adds slack that it learns from its record. */
  EASY_LEARNED("EASY, learned slack", "easy", true),
  /** Conservative backfilling; the provider promises its forecast. */
  CONSERVATIVE("conservative, forecast", "conservative", false),
  /** Conservative backfilling; the provider adds slack that it learns from its record. */
  CONSERVATIVE_LEARNED("conservative, learned slack", "conservative", true);

  /** The fraction of parts that a learning provider aims to finish by the promised time. */
  private static final double TARGET_KEPT_FRACTION = 0.95;

  private static final long OFFER_MILLIS = 10 * Time.SECOND_MILLIS;
  private static final long LEASE_MILLIS = 10 * Time.SECOND_MILLIS;

  private final String title;
  private final Optional<String> scheduler;
  private final boolean learnsSlack;

  SiteKind(String title, @Nullable String scheduler, boolean learnsSlack) {
    this.title = title;
    this.scheduler = Optional.ofNullable(scheduler);
    this.learnsSlack = learnsSlack;
  }

  /** The identifier in result files. */
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The title in tables. */
  public String title() {
    return title;
  }

  /** Whether a promise can only be broken by wrong estimates. */
  public boolean isReserved() {
    return scheduler.isEmpty();
  }

  Optional<Function<Cluster, Scheduler>> batchSystem() {
    return scheduler.map(name -> Objects.requireNonNull(Schedulers.all().get(name)));
  }

  /** A site whose batch system serves in order of arrival forecasts with FIFO planning. */
  ProviderTerms terms() {
    ProviderTerms terms =
        new ProviderTerms(
            OFFER_MILLIS, LEASE_MILLIS, Time.NEVER, ProviderTerms.DisclosureLevel.NOTHING);
    return isReserved()
        ? terms
        : terms.withPlanningPolicy(new PlanningPolicy.Fifo(new UncoordinatedRescheduling()));
  }

  Optional<Slack> slack() {
    return learnsSlack
        ? Optional.of(Slack.withoutObservations(TARGET_KEPT_FRACTION))
        : Optional.empty();
  }
}

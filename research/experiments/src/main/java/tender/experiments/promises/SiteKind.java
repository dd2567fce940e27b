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

/** What stands behind a provider's word. */
public enum SiteKind {
  /** The provider starts everything itself, so what it holds is held. */
  RESERVED("real reservations", null, false),
  /** EASY starts what it will; the provider promises what it forecasts. */
  EASY("EASY, forecast", "easy", false),
  /** EASY starts what it will; the provider adds the slack that its record teaches. */
  EASY_LEARNED("EASY, learned slack", "easy", true),
  /** Conservative backfilling, and the forecast is promised. */
  CONSERVATIVE("conservative, forecast", "conservative", false),
  /** Conservative backfilling, with the slack that the record teaches. */
  CONSERVATIVE_LEARNED("conservative, learned slack", "conservative", true);

  /** Of a hundred parts a provider that learns wants to do so many by the time it said. */
  private static final double PARTS_KEPT = 0.95;

  private static final long OFFER_MILLIS = 10 * Time.SECOND_MILLIS;
  private static final long LEASE_MILLIS = 10 * Time.SECOND_MILLIS;

  private final String title;
  private final Optional<String> scheduler;
  private final boolean learns;

  SiteKind(String title, @Nullable String scheduler, boolean learns) {
    this.title = title;
    this.scheduler = Optional.ofNullable(scheduler);
    this.learns = learns;
  }

  /** As it stands in files. */
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** As it stands in tables. */
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

  /** Where a batch system serves by arrival, that is the rule to forecast by. */
  ProviderTerms terms() {
    ProviderTerms terms = new ProviderTerms(OFFER_MILLIS, LEASE_MILLIS, Time.NEVER, ProviderTerms.DisclosureLevel.NOTHING);
    return isReserved()
        ? terms
        : terms.withPlanningPolicy(new PlanningPolicy.Fifo(new UncoordinatedRescheduling()));
  }

  Optional<Slack> slack() {
    return learns ? Optional.of(Slack.withoutObservations(PARTS_KEPT)) : Optional.empty();
  }
}

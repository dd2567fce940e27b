package tender.simulator.faults.seed;

import java.util.List;
import java.util.Optional;
import tender.core.model.Cluster;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.Time;
import tender.core.plan.reschedule.CoordinatedRescheduling;
import tender.core.plan.reschedule.UncoordinatedRescheduling;
import tender.core.provider.PlanningPolicy;
import tender.core.provider.Provider;
import tender.core.provider.ProviderStateMachine;
import tender.core.provider.ProviderTerms;
import tender.core.provider.TimeSharedProvider;
import tender.core.provider.TimeSharingTerms;
import tender.core.provider.state.RecoveredState;

/**
 * What a site has and offers.
 *
 * @param sharing the terms of a time-shared host; empty for a cluster
 */
public record SiteSetup(
    ProviderId id, Cluster cluster, ProviderTerms terms, Optional<TimeSharingTerms> sharing) {
  private static final ProviderTerms TERMS =
      new ProviderTerms(10_000, 20_000, Time.MINUTE_MILLIS, ProviderTerms.DisclosureLevel.NOTHING)
          .withPrice(new Money(3_600));
  private static final List<PlanningPolicy> PLANNING_POLICIES =
      List.of(
          new PlanningPolicy.Edf(),
          new PlanningPolicy.Edf(),
          new PlanningPolicy.Fifo(new UncoordinatedRescheduling()),
          new PlanningPolicy.Fifo(new CoordinatedRescheduling()));
  private static final List<Integer> SPEEDS_PERMILLE = List.of(500, 1_000, 1_000, 2_500);

  /** The first sites are clusters, so that there is always one for bags that do not bid. */
  private static final int FIRST_HOST = 2;

  private static final Money MIN_BID = new Money(5);
  private static final Money MAX_BID = new Money(300);

  public static SiteSetup draw(RandomChoices random, FaultScenario scenario, int number) {
    Cluster cluster = new Cluster(random.between(2, 8), random.pick(SPEEDS_PERMILLE));
    long estimateMillis = random.chance(0.25) ? Time.MINUTE_MILLIS : 0;
    ProviderTerms terms =
        TERMS.withPlanningPolicy(random.pick(PLANNING_POLICIES)).withEstimates(estimateMillis);
    Optional<TimeSharingTerms> sharing =
        number >= FIRST_HOST && random.chance(scenario.hostShare())
            ? Optional.of(
                new TimeSharingTerms(
                    MIN_BID, MAX_BID, random.between(1, 4), random.chance(0.5) ? 20 : 0))
            : Optional.empty();
    return new SiteSetup(new ProviderId("site" + number), cluster, terms, sharing);
  }

  public ProviderStateMachine start() {
    return sharing
        .<ProviderStateMachine>map(shares -> new TimeSharedProvider(id, cluster, terms, shares))
        .orElseGet(() -> new Provider(id, cluster, terms));
  }

  public ProviderStateMachine resume(RecoveredState recovered, long nowMillis) {
    return sharing
        .<ProviderStateMachine>map(
            shares -> TimeSharedProvider.resume(id, cluster, terms, shares, recovered, nowMillis))
        .orElseGet(() -> Provider.resume(id, cluster, terms, recovered, nowMillis));
  }
}

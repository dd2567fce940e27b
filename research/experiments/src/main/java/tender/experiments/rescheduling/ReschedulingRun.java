package tender.experiments.rescheduling;

import java.util.ArrayList;
import java.util.List;
import tender.core.model.Cluster;
import tender.core.model.ProviderId;
import tender.core.model.Time;
import tender.core.provider.PlanningPolicy;
import tender.core.provider.ProviderTerms;
import tender.simulator.market.ExternalBag;
import tender.simulator.market.MarketOutcome;
import tender.simulator.market.MarketSimulation;
import tender.simulator.market.SimulatedEstimator;
import tender.simulator.market.SiteConfig;
import tender.workload.random.SplitMix64;

/**
 * Simulates one run: four providers and the bags of a key, from the first submission to the last
 * end.
 */
final class ReschedulingRun {
  private static final long LATENCY_MILLIS = 100;
  private static final long OFFER_MILLIS = 2_000;
  private static final long LEASE_MILLIS = 2_000;
  private static final long MIN_ESTIMATION_MILLIS = 5 * Time.MINUTE_MILLIS;
  private static final long MAX_ESTIMATION_MILLIS = 30 * Time.MINUTE_MILLIS;
  private static final ProviderTerms TERMS =
      new ProviderTerms(
          OFFER_MILLIS, LEASE_MILLIS, Time.NEVER, ProviderTerms.DisclosureLevel.NOTHING);

  private final ReschedulingExperiment experiment;
  private final ReschedulingKey key;

  ReschedulingRun(ReschedulingExperiment experiment, ReschedulingKey key) {
    this.experiment = experiment;
    this.key = key;
  }

  MarketOutcome run() {
    BagWorkload workload =
        BagWorkload.draw(experiment, key.reading(), key.environment(), key.seed());
    PlanningPolicy planning =
        new PlanningPolicy.Fifo(key.scheme().rescheduling(), experiment.granularity());
    return new MarketSimulation(
            sites(),
            TERMS.withPlanningPolicy(planning),
            key.reading().tieRule().composer(),
            LATENCY_MILLIS)
        .run(workload.bags(key.overestimationPercent()), experiment.horizonMillis());
  }

  private List<SiteConfig> sites() {
    List<Cluster> clusters = key.environment().clusters(experiment.processorsPerCluster());
    List<SiteConfig> sites = new ArrayList<>();
    for (int i = 0; i < clusters.size(); i++) {
      SiteConfig site = new SiteConfig(new ProviderId("c" + (i + 1)), clusters.get(i), List.of());
      sites.add(
          key.scheme().makesEstimates(i, clusters.size())
              ? site.withEstimator(new Profiler(SplitMix64.at(key.seed(), i)))
              : site);
    }
    return sites;
  }

  /**
   * Estimates better than users, after a delay that is drawn for each bag and provider. It runs on
   * processors dedicated to it (section 3.2), so it takes none from bags.
   */
  private final class Profiler implements SimulatedEstimator {
    private final long seed;

    Profiler(long seed) {
      this.seed = seed;
    }

    @Override
    public Estimate estimate(ExternalBag bag) {
      long drawn = SplitMix64.at(seed, Long.parseLong(bag.id().value()));
      long spanMillis = MAX_ESTIMATION_MILLIS - MIN_ESTIMATION_MILLIS;
      return new Estimate(
          key.scheme().systemEstimateMillis(bag.runMillis(), bag.bag().estimateMillis()),
          MIN_ESTIMATION_MILLIS + Math.floorMod(drawn, spanMillis + 1));
    }

    @Override
    public boolean isAwaited() {
      return key.scheme().awaitsEstimates();
    }

    @Override
    public long maxDurationMillis() {
      return MAX_ESTIMATION_MILLIS;
    }
  }
}

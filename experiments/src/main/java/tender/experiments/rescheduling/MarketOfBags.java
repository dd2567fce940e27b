package tender.experiments.rescheduling;

import java.util.ArrayList;
import java.util.List;
import tender.core.compose.EarliestCompletion;
import tender.core.model.Cluster;
import tender.core.model.ProviderId;
import tender.core.model.Time;
import tender.core.provider.Planning;
import tender.core.provider.Terms;
import tender.simulator.market.Estimator;
import tender.simulator.market.ExternalBag;
import tender.simulator.market.Market;
import tender.simulator.market.Outcome;
import tender.simulator.market.Site;
import tender.workload.random.SplitMix64;

/** One run: the four providers and the bags of a key, from the first submission to the last end. */
final class MarketOfBags {
  private static final long LATENCY_MILLIS = 100;
  private static final long OFFER_MILLIS = 2_000;
  private static final long LEASE_MILLIS = 2_000;
  private static final long FASTEST_ESTIMATE_MILLIS = 5 * Time.MINUTE_MILLIS;
  private static final long SLOWEST_ESTIMATE_MILLIS = 30 * Time.MINUTE_MILLIS;
  private static final Terms TERMS =
      new Terms(OFFER_MILLIS, LEASE_MILLIS, Time.NEVER, Terms.Discloses.NOTHING);

  private final ReschedulingExperiment experiment;
  private final ReschedulingKey key;

  MarketOfBags(ReschedulingExperiment experiment, ReschedulingKey key) {
    this.experiment = experiment;
    this.key = key;
  }

  Outcome run() {
    BagWorkload workload = BagWorkload.draw(experiment, key.environment(), key.seed());
    Planning planning = new Planning.Fifo(key.scheme().rescheduling(), experiment.grain());
    return new Market(
            sites(), TERMS.withPlanning(planning), new EarliestCompletion(), LATENCY_MILLIS)
        .run(workload.bags(key.overPercent()), experiment.horizonMillis());
  }

  private List<Site> sites() {
    List<Cluster> clusters = key.environment().clusters(experiment.processorsPerCluster());
    List<Site> sites = new ArrayList<>();
    for (int i = 0; i < clusters.size(); i++) {
      Site site = new Site(new ProviderId("c" + (i + 1)), clusters.get(i), List.of());
      sites.add(
          key.scheme().estimates(i, clusters.size())
              ? site.withEstimator(new Profiler(SplitMix64.at(key.seed(), i)))
              : site);
    }
    return sites;
  }

  /** Better than the users, after a time that is drawn for each bag at each provider. */
  private final class Profiler implements Estimator {
    private final long seed;

    Profiler(long seed) {
      this.seed = seed;
    }

    @Override
    public Estimate estimate(ExternalBag bag) {
      long drawn = SplitMix64.at(seed, Long.parseLong(bag.id().value()));
      long spanMillis = SLOWEST_ESTIMATE_MILLIS - FASTEST_ESTIMATE_MILLIS;
      return new Estimate(
          key.scheme().systemEstimateMillis(bag.runMillis(), bag.bag().estimateMillis()),
          FASTEST_ESTIMATE_MILLIS + Math.floorMod(drawn, spanMillis + 1));
    }

    @Override
    public long longestMillis() {
      return SLOWEST_ESTIMATE_MILLIS;
    }
  }
}

package tender.simulator.market;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import tender.core.chain.ChainPolicy;
import tender.core.chain.ChainStage;
import tender.core.chain.ChainState;
import tender.core.chain.StartCondition;
import tender.core.compose.CompositionPolicies;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Cluster;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.ProviderId;
import tender.core.model.Time;
import tender.core.promise.Slack;
import tender.core.provider.ProviderTerms;
import tender.simulator.cluster.Schedulers;

/**
 * Chains of three stages in markets that are busy with local jobs and other bags. In half of the
 * markets a batch system starts the jobs by its own rule, so that providers can only forecast.
 */
final class ChainSimulationTest {
  private static final int RUNS = 100;
  private static final int MIN_KEPT = 95;
  private static final int STAGES = 3;
  private static final long MESSAGE_MILLIS = 100;
  private static final long DAYS_MILLIS = 2 * Time.DAY_MILLIS;

  @Test
  void promisesOfChainsAreKept() {
    List<Long> broken = new ArrayList<>();
    for (long seed = 0; seed < RUNS; seed++) {
      ChainState chain = run(seed, ChainPolicy.DEFAULT);
      assertThat(chain.phase()).as("seed %s", seed).isEqualTo(ChainState.Phase.SUCCEEDED);
      if (!chain.isKept()) {
        broken.add(seed);
      }
    }
    assertThat(RUNS - broken.size())
        .as("broken seeds: %s", broken)
        .isGreaterThanOrEqualTo(MIN_KEPT);
  }

  @Test
  void sameSeedGivesTheSameChain() {
    assertThat(run(7, ChainPolicy.DEFAULT)).isEqualTo(run(7, ChainPolicy.DEFAULT));
  }

  private static ChainState run(long seed, ChainPolicy policy) {
    SplittableRandom random = new SplittableRandom(seed);
    boolean isReserved = seed % 2 == 0;
    List<SiteConfig> sites = new ArrayList<>();
    for (int processors : new int[] {40, 24, 13}) {
      sites.add(site(random, "c" + sites.size(), processors, isReserved));
    }
    return new MarketSimulation(
            sites,
            new ProviderTerms(10_000, 10_000, Time.NEVER, ProviderTerms.DisclosureLevel.NOTHING),
            Objects.requireNonNull(CompositionPolicies.all().get("earliest")),
            MESSAGE_MILLIS)
        .run(otherBags(random), List.of(chain(random)), policy)
        .getFirst();
  }

  /** Half of the chains have a deadline. */
  private static ExternalChain chain(SplittableRandom random) {
    long submitted = random.nextLong(4 * Time.HOUR_MILLIS, Time.DAY_MILLIS);
    List<ChainStage> plan = new ArrayList<>();
    List<ExternalChain.StageBag> stages = new ArrayList<>();
    long estimates = 0;
    for (int stage = 0; stage < STAGES; stage++) {
      int tasks = random.nextInt(5, 60);
      plan.add(
          new ChainStage(
              "stage-" + stage,
              tasks,
              stage == 0
                  ? List.of()
                  : List.of(new ChainStage.Predecessor(stage - 1, StartCondition.ALL_SUCCEEDED))));
      long estimate = random.nextLong(10 * Time.MINUTE_MILLIS, 2 * Time.HOUR_MILLIS);
      estimates += estimate;
      stages.add(
          new ExternalChain.StageBag(tasks, estimate, random.nextLong(estimate / 2, estimate + 1)));
    }
    long deadline = random.nextBoolean() ? submitted + 4 * estimates : Time.NEVER;
    return new ExternalChain("chain", submitted, plan, stages, deadline);
  }

  private static List<ExternalBag> otherBags(SplittableRandom random) {
    List<ExternalBag> bags = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      long submitted = random.nextLong(DAYS_MILLIS);
      long estimate = random.nextLong(1, 4) * Time.HOUR_MILLIS;
      bags.add(
          new ExternalBag(
              new BagId("bag." + i),
              new Bag(random.nextInt(5, 40), 1, estimate, submitted, submitted),
              random.nextLong(1, estimate + 1)));
    }
    return bags;
  }

  /** Local jobs need about 60 % of the processors. */
  private static SiteConfig site(
      SplittableRandom random, String name, int processors, boolean isReserved) {
    List<SimulatedLocalJob> jobs = new ArrayList<>();
    for (long submitted : random.longs(4L * processors, 0, DAYS_MILLIS).sorted().boxed().toList()) {
      long estimate = random.nextLong(1, 8) * Time.HOUR_MILLIS;
      int width = Math.min(processors, 1 << random.nextInt(3));
      Job job =
          Job.rigid(
              new JobId(name + "-" + jobs.size()),
              width,
              estimate,
              submitted,
              submitted + estimate + random.nextLong(1, 20) * Time.HOUR_MILLIS);
      jobs.add(new SimulatedLocalJob(job, random.nextLong(1, estimate + 1)));
    }
    ProviderId id = new ProviderId(name);
    Cluster cluster = new Cluster(processors, 1_000);
    return isReserved
        ? new SiteConfig(id, cluster, jobs)
        : new SiteConfig(
            id,
            cluster,
            jobs,
            Optional.of(Objects.requireNonNull(Schedulers.all().get("easy"))),
            Optional.of(Slack.withoutObservations(0.95)));
  }
}

package tender.simulator.market;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tender.core.compose.CompositionPolicies;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Cluster;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.ProviderId;
import tender.core.model.Time;
import tender.core.plan.PlanningGranularity;
import tender.core.plan.reschedule.ReschedulingPolicies;
import tender.core.provider.PlanningPolicy;
import tender.core.provider.ProviderTerms;

/** Small crowded markets, drawn from seeds. */
final class MarketSimulationTest {
  private static final long DAYS_MILLIS = 4 * Time.DAY_MILLIS;

  @ParameterizedTest
  @CsvSource({
    "earliest, NOTHING, 0",
    "plb, NOTHING, 100",
    "dplb, POWER, 3000",
    "dplbv2, POWER_AND_WORK, 100",
    "free-time-slots, FREE_SLOTS, 100"
  })
  void everyPromiseIsKept(
      String policy, ProviderTerms.DisclosureLevel discloses, long latencyMillis) {
    for (long seed = 0; seed < 4; seed++) {
      MarketOutcome outcome = run(seed, policy, discloses, latencyMillis);
      for (MarketOutcome.LocalJobOutcome job : outcome.localJobs()) {
        assertThat(job.promisedMillis()).isGreaterThanOrEqualTo(job.deadlineMillis());
        assertThat(job.endedMillis()).as(job.toString()).isLessThanOrEqualTo(job.promisedMillis());
      }
      for (MarketOutcome.BagOutcome bag : outcome.bags()) {
        assertThat(bag.providers()).as(bag.toString()).isPositive();
        assertThat(bag.promisedMillis()).isGreaterThanOrEqualTo(bag.deadlineMillis());
        assertThat(bag.endedMillis()).as(bag.toString()).isLessThanOrEqualTo(bag.promisedMillis());
      }
    }
  }

  /** First come, first served, with providers' own estimates, which are exact or too long. */
  @ParameterizedTest
  @CsvSource({
    "uncoordinated, TASK, true", "coordinated, TASK, true", "least-work, TASK, true",
    "uncoordinated, PART, true", "coordinated, PART, true", "least-work, PART, true",
    "uncoordinated, TASK, false", "coordinated, PART, false", "arrival, PART, true"
  })
  void firstComeFirstServedKeepsPromises(
      String rescheduling, PlanningGranularity grain, boolean awaited) {
    PlanningPolicy planning =
        new PlanningPolicy.Fifo(
            Objects.requireNonNull(ReschedulingPolicies.all().get(rescheduling)), grain);
    for (long seed = 0; seed < 4; seed++) {
      MarketOutcome outcome =
          run(
              seed,
              "earliest",
              new ProviderTerms(10_000, 10_000, Time.NEVER, ProviderTerms.DisclosureLevel.NOTHING)
                  .withPlanningPolicy(planning),
              100,
              new int[] {20, 20, 20, 20},
              site -> site.withEstimator(new HalfTheError(awaited)));
      for (MarketOutcome.BagOutcome bag : outcome.bags()) {
        assertThat(bag.providers()).as(bag.toString()).isPositive();
        assertThat(bag.startedMillis())
            .isGreaterThan(bag.submittedMillis() + (awaited ? HalfTheError.ESTIMATION_MILLIS : 0));
        assertThat(bag.busyMillis()).isEqualTo(bag.tasks() * bag.runMillis());
        assertThat(bag.endedMillis()).as(bag.toString()).isLessThanOrEqualTo(bag.promisedMillis());
      }
    }
  }

  private record HalfTheError(boolean isAwaited) implements SimulatedEstimator {
    static final long ESTIMATION_MILLIS = 7 * Time.MINUTE_MILLIS;

    @Override
    public Estimate estimate(ExternalBag bag) {
      return new Estimate((bag.runMillis() + bag.bag().estimateMillis()) / 2, ESTIMATION_MILLIS);
    }

    @Override
    public long maxDurationMillis() {
      return ESTIMATION_MILLIS;
    }
  }

  @ParameterizedTest
  @CsvSource({"plb, NOTHING", "free-time-slots, FREE_SLOTS"})
  void sameInputGivesTheSameOutcome(String policy, ProviderTerms.DisclosureLevel discloses) {
    assertThat(run(7, policy, discloses, 100)).isEqualTo(run(7, policy, discloses, 100));
  }

  private static MarketOutcome run(
      long seed, String policy, ProviderTerms.DisclosureLevel discloses, long latencyMillis) {
    return run(
        seed,
        policy,
        new ProviderTerms(10_000, 10_000, Time.NEVER, discloses),
        latencyMillis,
        new int[] {40, 24, 13},
        site -> site);
  }

  private static MarketOutcome run(
      long seed,
      String policy,
      ProviderTerms terms,
      long latencyMillis,
      int[] processors,
      UnaryOperator<SiteConfig> change) {
    SplittableRandom random = new SplittableRandom(seed);
    List<SiteConfig> sites = new ArrayList<>();
    for (int site = 0; site < processors.length; site++) {
      sites.add(change.apply(site(random, "c" + site, processors[site])));
    }
    List<ExternalBag> bags = new ArrayList<>();
    for (long submitted : instants(random, 12)) {
      long estimate = random.nextLong(1, 12) * Time.HOUR_MILLIS;
      bags.add(
          new ExternalBag(
              new BagId("bag." + bags.size()),
              new Bag(
                  random.nextInt(5, 60),
                  1,
                  estimate,
                  submitted,
                  deadline(random, submitted, estimate)),
              random.nextLong(1, estimate + 1)));
    }
    return new MarketSimulation(
            sites,
            terms,
            Objects.requireNonNull(CompositionPolicies.all().get(policy)),
            latencyMillis)
        .run(bags);
  }

  private static SiteConfig site(SplittableRandom random, String name, int processors) {
    List<SimulatedLocalJob> jobs = new ArrayList<>();
    for (long submitted : instants(random, 5 * processors)) {
      long estimate = random.nextLong(1, 8) * Time.HOUR_MILLIS;
      int width = Math.min(processors, 1 << random.nextInt(4));
      Job job =
          Job.rigid(
              new JobId(name + "-" + jobs.size()),
              width,
              estimate,
              submitted,
              deadline(random, submitted, estimate));
      jobs.add(new SimulatedLocalJob(job, random.nextLong(1, estimate + 1)));
    }
    return new SiteConfig(new ProviderId(name), new Cluster(processors, 1_000), jobs);
  }

  private static List<Long> instants(SplittableRandom random, int count) {
    return random.longs(count, 0, DAYS_MILLIS).boxed().sorted(Comparator.naturalOrder()).toList();
  }

  private static long deadline(SplittableRandom random, long submitted, long estimate) {
    return submitted + estimate + random.nextLong(1, 20) * Time.HOUR_MILLIS;
  }
}

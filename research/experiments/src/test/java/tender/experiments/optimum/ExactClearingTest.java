package tender.experiments.optimum;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import tender.core.auction.Cycle;
import tender.core.auction.QueueId;
import tender.core.auction.QueueReport;
import tender.core.auction.WaitingJob;
import tender.core.model.BagId;
import tender.core.model.Cluster;
import tender.core.model.FreeSlot;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.Time;
import tender.core.profile.ArrayProfile;
import tender.workload.random.SplitMix64;

final class ExactClearingTest {
  private static final ExactClearing EXACT = new ExactClearing(Duration.ofSeconds(30), 1);
  private static final int CYCLES = 150;
  private static final long NOW = 1_000;

  @Test
  void noOrderPlacesMoreJobs() {
    for (int seed = 0; seed < CYCLES; seed++) {
      check(smallCycle(seed), EXACT::maximiseJobs, job -> 1);
    }
  }

  @Test
  void noOrderHasHigherValuation() {
    ToLongFunction<WaitingJob> valuation = job -> job.valuation().millicredits();
    for (int seed = CYCLES; seed < 2 * CYCLES; seed++) {
      check(smallCycle(seed), cycle -> EXACT.maximiseWeight(cycle, valuation), valuation);
    }
  }

  private static void check(
      Cycle cycle, Function<Cycle, Optimum> solver, ToLongFunction<WaitingJob> weight) {
    Optimum optimum = solver.apply(cycle);

    assertThat(optimum.isProven()).isTrue();
    assertThat(optimum.objective())
        .as(cycle.toString())
        .isEqualTo(BruteForce.maxWeight(cycle, weight));
    assertThat(optimum.placements().stream().mapToLong(p -> weight.applyAsLong(p.job())).sum())
        .isEqualTo(optimum.objective());
    verify(cycle, optimum);
  }

  /** Reserving processors that are not free throws. */
  private static void verify(Cycle cycle, Optimum optimum) {
    List<ArrayProfile> profiles = BruteForce.profiles(cycle);
    Set<BagId> placed = new HashSet<>();
    for (Placement placement : optimum.placements()) {
      WaitingJob job = placement.job();
      int queue = cycle.queues().stream().map(QueueReport::id).toList().indexOf(placement.queue());
      long runMillis = cycle.queues().get(queue).cluster().durationMillis(job.estimateMillis());
      long endMillis = placement.startMillis() + runMillis;
      profiles.get(queue).take(placement.startMillis(), endMillis, job.processors());
      assertThat(endMillis).isLessThanOrEqualTo(job.deadlineMillis());
      assertThat(placed.add(job.id())).isTrue();
    }
  }

  /** Up to five jobs and two queues of four processors, free for some time each. */
  private static Cycle smallCycle(int seed) {
    SplitMix64 random = new SplitMix64(seed);
    List<WaitingJob> jobs = new ArrayList<>();
    for (int i = random.nextInt(6); i > 0; i--) {
      long run = 1L + random.nextInt(5);
      jobs.add(
          new WaitingJob(
              new BagId(Integer.toString(i)),
              1 + random.nextInt(4),
              run,
              NOW - 1,
              NOW + run + random.nextInt(10) - 1,
              new Money(1 + random.nextInt(9))));
    }
    List<QueueReport> queues = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      List<FreeSlot> slots = new ArrayList<>();
      for (int j = random.nextInt(5); j > 0; j--) {
        long from = NOW + random.nextInt(6);
        long until = random.nextInt(3) == 0 ? Time.NEVER : from + 1 + random.nextInt(8);
        slots.add(new FreeSlot(from, until, 1));
      }
      Cluster cluster = new Cluster(4, i == 0 ? 1_000 : 1_500);
      queues.add(
          new QueueReport(new QueueId(new ProviderId("p"), i), cluster, new Money(1), slots));
    }
    return new Cycle(NOW, jobs, queues);
  }

  @Test
  void reportBeyondQueueCapacityIsCapped() {
    WaitingJob job = new WaitingJob(new BagId("1"), 2, 10, 0, NOW + 15, new Money(1));
    WaitingJob other = new WaitingJob(new BagId("2"), 2, 10, 0, NOW + 15, new Money(1));
    List<FreeSlot> slots = List.of(new FreeSlot(0, Time.NEVER, 2), new FreeSlot(0, Time.NEVER, 2));
    QueueReport queue =
        new QueueReport(new QueueId(new ProviderId("p"), 0), Cluster.of(2), new Money(1), slots);

    assertThat(EXACT.maximiseJobs(new Cycle(NOW, List.of(job, other), List.of(queue))).objective())
        .isEqualTo(1);
  }

  @Test
  void withoutQueuesNoJobIsPlaced() {
    WaitingJob job = new WaitingJob(new BagId("1"), 1, 10, 0, NOW + 15, new Money(1));

    Optimum optimum = EXACT.maximiseJobs(new Cycle(NOW, List.of(job), List.of()));

    assertThat(optimum.objective()).isZero();
    assertThat(optimum.isProven()).isTrue();
  }

  @Test
  void expiredTimeLimitLeavesOptimumUnproven() {
    Cycle cycle = CycleGenerator.generate(new CycleParameters(60, 6, 2), 1);

    Optimum optimum = new ExactClearing(Duration.ofMillis(1), 1).maximiseJobs(cycle);

    assertThat(optimum.objective()).isLessThan(optimum.bound());
    assertThat(optimum.bound()).isLessThanOrEqualTo(60);
    verify(cycle, optimum);
  }
}

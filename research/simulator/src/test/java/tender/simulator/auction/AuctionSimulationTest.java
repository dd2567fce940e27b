package tender.simulator.auction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tender.core.auction.ClearingPolicy;
import tender.core.auction.QueueId;
import tender.core.auction.WaitingJob;
import tender.core.auction.policy.ClearingPolicies;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.Time;
import tender.workload.random.SplitMix64;

final class AuctionSimulationTest {
  private static final AuctionRules RULES = new AuctionRules(10_000, Time.HOUR_MILLIS);
  private static final List<AuctionSite> SITES =
      List.of(site("a", 60, 1_000), site("b", 30, 1_330));

  static Set<String> policies() {
    return ClearingPolicies.all().keySet();
  }

  @Test
  void splitKeepsAllProcessors() {
    assertThat(AuctionSite.split(2_600, 1, 2, 3)).containsExactly(433, 866, 1_301);
  }

  @Test
  void jobStartsAtTheNextClearingAtTheSitesSpeed() {
    WaitingJob job = job(1, 2, 133, 5_000, 1_000);
    AuctionOutcome outcome =
        new AuctionSimulation(List.of(site("fast", 60, 1_330)), dam(), RULES).run(List.of(job));

    AuctionOutcome.Run run = Objects.requireNonNull(outcome.run(job.id()));
    assertThat(run.startMillis()).isEqualTo(job.submittedMillis() + 10_000);
    assertThat(run.endMillis() - run.startMillis()).isEqualTo(100_000);
  }

  @Test
  void jobThatNoQueueCanFinishInTimeIsDropped() {
    WaitingJob tooWide = job(1, 31, 100, 0, 1_000);
    WaitingJob tooLate = job(2, 1, 100, 0, 80);
    AuctionOutcome outcome =
        new AuctionSimulation(SITES, dam(), RULES).run(List.of(tooWide, tooLate));

    assertThat(outcome.runs()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("policies")
  void queuesRespectCapacityAndMatchTimes(String policy) {
    List<WaitingJob> jobs = draw(400);
    AuctionOutcome outcome =
        new AuctionSimulation(SITES, ClearingPolicies.all().get(policy), RULES).run(jobs);

    assertThat(outcome.runs()).isNotEmpty();
    for (AuctionSite site : SITES) {
      for (int queue = 0; queue < site.queues().size(); queue++) {
        assertCapacity(jobs, outcome, new QueueId(site.id(), queue), site.queues().get(queue));
      }
    }
    for (WaitingJob job : jobs) {
      AuctionOutcome.Run run = outcome.run(job.id());
      if (run != null) {
        assertThat(run.matchedMillis()).isGreaterThanOrEqualTo(job.submittedMillis());
        assertThat(run.startMillis()).isGreaterThanOrEqualTo(run.matchedMillis());
      }
    }
  }

  private static void assertCapacity(
      List<WaitingJob> jobs, AuctionOutcome outcome, QueueId queue, int processors) {
    TreeMap<Long, Integer> changes = new TreeMap<>();
    for (WaitingJob job : jobs) {
      AuctionOutcome.Run run = outcome.run(job.id());
      if (run != null && run.queue().equals(queue)) {
        changes.merge(run.startMillis(), job.processors(), Integer::sum);
        changes.merge(run.endMillis(), -job.processors(), Integer::sum);
      }
    }
    int busy = 0;
    for (int change : changes.values()) {
      busy += change;
      assertThat(busy).isBetween(0, processors);
    }
  }

  @Test
  void sameJobsGiveTheSameOutcome() {
    List<WaitingJob> jobs = draw(200);
    assertThat(new AuctionSimulation(SITES, dam(), RULES).run(jobs))
        .isEqualTo(new AuctionSimulation(SITES, dam(), RULES).run(jobs.reversed()));
  }

  @Test
  void lateBindingJobsAreNeverLate() {
    List<WaitingJob> jobs = draw(400);
    AuctionOutcome outcome =
        new AuctionSimulation(SITES, ClearingPolicies.all().get("late-binding"), RULES).run(jobs);
    for (WaitingJob job : jobs) {
      AuctionOutcome.Run run = outcome.run(job.id());
      if (run != null) {
        assertThat(run.endMillis()).isLessThanOrEqualTo(job.deadlineMillis());
      }
    }
  }

  private static ClearingPolicy dam() {
    return ClearingPolicies.all().get("dam");
  }

  private static AuctionSite site(String name, int processors, int speedPermille) {
    return new AuctionSite(
        new ProviderId(name),
        AuctionSite.split(processors, 1, 2, 3),
        speedPermille,
        new Money(1_000));
  }

  private static List<WaitingJob> draw(int count) {
    SplitMix64 random = new SplitMix64(5);
    List<WaitingJob> jobs = new ArrayList<>();
    for (int number = 0; number < count; number++) {
      long runSeconds = random.nextLong(30, 630);
      jobs.add(
          job(
              number,
              1 + random.nextInt(30),
              runSeconds,
              number * 2_000L,
              (long) (runSeconds * (1 + 2 * random.nextDouble()))));
    }
    return jobs;
  }

  private static WaitingJob job(
      int number, int processors, long runSeconds, long submittedMillis, long withinSeconds) {
    return new WaitingJob(
        new BagId(Integer.toString(number)),
        processors,
        runSeconds * 1_000,
        submittedMillis,
        submittedMillis + withinSeconds * 1_000,
        new Money(100 + number % 7));
  }
}

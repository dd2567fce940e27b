package tender.core.plan.reschedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tender.core.model.Cluster;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.Time;
import tender.core.plan.PlanVerifier;
import tender.core.plan.PlanViolation;
import tender.core.plan.PlanningGranularity;

final class FifoSchedulerTest {
  private static final int LIVES = 150;
  private static final int STEPS = 120;

  static Stream<Arguments> everyPolicyAndGranularity() {
    return ReschedulingPolicies.all().values().stream()
        .flatMap(
            policy ->
                Stream.of(PlanningGranularity.values())
                    .map(granularity -> Arguments.of(policy, granularity)));
  }

  /** While no job exceeds its estimate, plans are correct and no expected end gets later. */
  @ParameterizedTest
  @MethodSource("everyPolicyAndGranularity")
  void noJobIsMovedLater(ReschedulingPolicy policy, PlanningGranularity granularity) {
    for (long seed = 0; seed < LIVES; seed++) {
      RandomQueue queue = new RandomQueue(policy, granularity, seed, 0);
      Map<JobId, Long> before = new LinkedHashMap<>();
      for (int step = 0; step < STEPS; step++) {
        queue.step();
        assertThat(queue.violations()).as("seed %d, step %d", seed, step).isEmpty();
        Map<JobId, Long> now = queue.fifo.expectedEnds(queue.nowMillis);
        now.forEach(
            (id, end) ->
                assertThat(end).as("%s", id).isLessThanOrEqualTo(before.getOrDefault(id, end)));
        before.putAll(now);
      }
    }
  }

  /** A late job delays others, but the plan is correct and every job has a place. */
  @ParameterizedTest
  @MethodSource("everyPolicyAndGranularity")
  void plansAreCorrectWhenEstimatesAreTooShort(
      ReschedulingPolicy policy, PlanningGranularity granularity) {
    for (long seed = 0; seed < LIVES; seed++) {
      RandomQueue queue = new RandomQueue(policy, granularity, seed, 3);
      for (int step = 0; step < STEPS; step++) {
        queue.step();
      }
      queue.fifo.freeBesidePlan(queue.nowMillis);
      assertThat(queue.violations()).as("seed %d", seed).isEmpty();
    }
  }

  /**
   * The paper's Figure 5, at the provider where a job that was expected to end at 100 ends at 40. A
   * part of a bag is planned from 100 to 150, and a job after it until 210. The rest of the bag
   * ends at 500 elsewhere, so the job gains by going first, and the bag loses nothing.
   */
  @Test
  void coordinationMovesGainingJobFirst() {
    assertThat(afterAnEarlyEnd(new UncoordinatedRescheduling()))
        .containsExactly(Map.entry(new JobId("part"), 90L), Map.entry(new JobId("job"), 150L));
    assertThat(afterAnEarlyEnd(new CoordinatedRescheduling()))
        .containsExactly(Map.entry(new JobId("part"), 150L), Map.entry(new JobId("job"), 100L));
  }

  /** A wide job needs 10 processors for 20, and the one after it a single one for 100. */
  @Test
  void leastWorkOrdersByProcessorTimeAndArrivalByOrderOfSubmission() {
    JobId wide = new JobId("wide");
    JobId narrow = new JobId("narrow");
    assertThat(afterTheEndOfAll(wide, narrow, new LeastWorkRescheduling()))
        .containsOnly(Map.entry(narrow, 100L), Map.entry(wide, 120L));
    assertThat(afterTheEndOfAll(wide, narrow, new ArrivalRescheduling()))
        .containsOnly(Map.entry(wide, 20L), Map.entry(narrow, 120L));
  }

  private static Map<JobId, Long> afterTheEndOfAll(
      JobId wide, JobId narrow, ReschedulingPolicy policy) {
    FifoScheduler fifo = new FifoScheduler(Cluster.of(10), policy, PlanningGranularity.PART);
    Job all = Job.rigid(new JobId("all"), 10, 100, 0, Time.NEVER);
    fifo.submit(all, 0);
    fifo.startDue(0, (job, tasks) -> {});
    fifo.submit(Job.rigid(wide, 10, 20, 0, Time.NEVER), 0);
    fifo.submit(Job.rigid(narrow, 1, 100, 0, Time.NEVER), 0);
    fifo.ended(all, 1, 0, 0);
    fifo.replanIfChanged(0);
    return fifo.expectedEnds(0);
  }

  private static Map<JobId, Long> afterAnEarlyEnd(ReschedulingPolicy policy) {
    FifoScheduler fifo = new FifoScheduler(Cluster.of(1), policy, PlanningGranularity.TASK);
    Job first = Job.rigid(new JobId("first"), 1, 100, 0, Time.NEVER);
    Job part = Job.rigid(new JobId("part"), 1, 50, 0, Time.NEVER);
    fifo.submit(first, 0);
    fifo.startDue(0, (job, tasks) -> {});
    fifo.submit(part, 0);
    fifo.submit(Job.rigid(new JobId("job"), 1, 60, 0, Time.NEVER), 0);
    fifo.bagCompletionChanged(part.id(), 500);
    fifo.ended(first, 1, 0, 40);
    fifo.replanIfChanged(40);
    return fifo.expectedEnds(40);
  }

  /** A running job and a waiting one get shorter estimates; the job behind them moves up. */
  @Test
  void shorterEstimatesMoveLaterJobsEarlier() {
    FifoScheduler fifo =
        new FifoScheduler(Cluster.of(2), new UncoordinatedRescheduling(), PlanningGranularity.PART);
    Job first = Job.rigid(new JobId("first"), 2, 100, 0, Time.NEVER);
    Job second = Job.rigid(new JobId("second"), 2, 100, 0, Time.NEVER);
    Job third = Job.rigid(new JobId("third"), 2, 100, 0, Time.NEVER);
    fifo.submit(first, 0);
    fifo.startDue(0, (job, tasks) -> {});
    fifo.submit(second, 0);
    fifo.submit(third, 0);

    fifo.shorten(second.id(), 60);
    fifo.replanIfChanged(10);
    assertThat(fifo.expectedEnds(10))
        .containsExactly(end(first, 100), end(second, 160), end(third, 260));
    fifo.shorten(first.id(), 70);
    fifo.replanIfChanged(20);
    assertThat(fifo.expectedEnds(20))
        .containsExactly(end(first, 70), end(second, 130), end(third, 230));
    fifo.shorten(third.id(), 500);
    fifo.replanIfChanged(30);
    assertThat(fifo.expectedEnds(30)).as("a longer one is ignored").containsEntry(third.id(), 230L);
  }

  private static Map.Entry<JobId, Long> end(Job job, long millis) {
    return Map.entry(job.id(), millis);
  }

  @Test
  void partGranularityStartsTasksTogether() {
    FifoScheduler fifo =
        new FifoScheduler(Cluster.of(4), new UncoordinatedRescheduling(), PlanningGranularity.PART);
    Job narrow = Job.rigid(new JobId("narrow"), 3, 100, 0, Time.NEVER);
    Job part = new Job(new JobId("part"), 2, 1, 10, 0, Time.NEVER);
    fifo.submit(narrow, 0);
    fifo.startDue(0, (job, tasks) -> {});
    fifo.submit(part, 0);
    List<Integer> started = new ArrayList<>();
    fifo.startDue(50, (job, tasks) -> started.add(tasks));

    assertThat(started).isEmpty();
    fifo.ended(narrow, 1, 0, 60);
    fifo.startDue(60, (job, tasks) -> started.add(tasks));
    assertThat(started).containsExactly(2);
  }

  /** A machine on which jobs arrive, start and end, mostly before their estimates. */
  private static final class RandomQueue {
    private static final int PROCESSORS = 12;

    private final SplittableRandom random;
    private final FifoScheduler fifo;
    private final int lateOfTen;
    private final List<Started> running = new ArrayList<>();
    private long nowMillis;
    private int jobs;

    private record Started(Job job, int tasks, long startedMillis, long endMillis) {}

    RandomQueue(
        ReschedulingPolicy policy, PlanningGranularity granularity, long seed, int lateOfTen) {
      random = new SplittableRandom(seed);
      fifo = new FifoScheduler(Cluster.of(PROCESSORS), policy, granularity);
      this.lateOfTen = lateOfTen;
    }

    void step() {
      nowMillis = Math.min(nowMillis + random.nextInt(30), nextMillis());
      for (Started one : List.copyOf(running)) {
        if (one.endMillis <= nowMillis) {
          running.remove(one);
          fifo.ended(one.job, one.tasks, one.startedMillis, nowMillis);
        }
      }
      if (random.nextInt(3) == 0) {
        Job job =
            new Job(
                new JobId("j" + jobs++),
                random.nextInt(1, 7),
                random.nextInt(1, 3),
                random.nextInt(1, 120),
                nowMillis,
                Time.NEVER);
        fifo.submit(job, nowMillis);
        fifo.bagCompletionChanged(job.id(), nowMillis + random.nextInt(600));
      }
      fifo.replanAroundOverdue(nowMillis);
      fifo.startDue(nowMillis, this::start);
    }

    private long nextMillis() {
      long nextMillis = Math.max(nowMillis, fifo.nextStartMillis());
      for (Started one : running) {
        nextMillis = Math.min(nextMillis, one.endMillis);
      }
      return nextMillis;
    }

    private void start(Job job, int tasks) {
      long runMillis = random.nextLong(1, job.durationMillis() + 1);
      long lateMillis = random.nextInt(10) < lateOfTen ? job.durationMillis() : 0;
      running.add(new Started(job, tasks, nowMillis, nowMillis + runMillis + lateMillis));
    }

    List<PlanViolation> violations() {
      return PlanVerifier.verify(fifo.planned(nowMillis), fifo.plan());
    }
  }
}

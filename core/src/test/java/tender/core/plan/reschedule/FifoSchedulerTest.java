package tender.core.plan.reschedule;

import tender.core.plan.PlanningGranularity;
import tender.core.plan.PlanVerifier;
import tender.core.plan.PlanViolation;
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

final class FifoSchedulerTest {
  private static final int LIVES = 150;
  private static final int STEPS = 120;

  static Stream<Arguments> everyRuleAndGrain() {
    return ReschedulingPolicies.all().values().stream()
        .flatMap(rule -> Stream.of(PlanningGranularity.values()).map(grain -> Arguments.of(rule, grain)));
  }

  /** While nobody outlives his estimate, plans are sound and no expected end ever gets later. */
  @ParameterizedTest
  @MethodSource("everyRuleAndGrain")
  void nobodyIsMovedBack(ReschedulingPolicy rule, PlanningGranularity grain) {
    for (long seed = 0; seed < LIVES; seed++) {
      Life life = new Life(rule, grain, seed, 0);
      Map<JobId, Long> before = new LinkedHashMap<>();
      for (int step = 0; step < STEPS; step++) {
        life.step();
        assertThat(life.violations()).as("seed %d, step %d", seed, step).isEmpty();
        Map<JobId, Long> now = life.fifo.expectedEnds(life.nowMillis);
        now.forEach(
            (id, end) ->
                assertThat(end).as("%s", id).isLessThanOrEqualTo(before.getOrDefault(id, end)));
        before.putAll(now);
      }
    }
  }

  /** Whoever is late makes others late, but the plan is sound and everybody has a place. */
  @ParameterizedTest
  @MethodSource("everyRuleAndGrain")
  void plansAreSoundWhenEstimatesAreTooShort(ReschedulingPolicy rule, PlanningGranularity grain) {
    for (long seed = 0; seed < LIVES; seed++) {
      Life life = new Life(rule, grain, seed, 3);
      for (int step = 0; step < STEPS; step++) {
        life.step();
      }
      life.fifo.freeBesidePlan(life.nowMillis);
      assertThat(life.violations()).as("seed %d", seed).isEmpty();
    }
  }

  /**
   * The paper's Figure 5, on the site where somebody ends early at 40 who was expected to at 100. A
   * part of a bag waits for 100 to 150, and a job behind it until 210. The rest of the bag ends at
   * 500 elsewhere, so the job gains by going first, and the bag loses nothing.
   */
  @Test
  void coordinationLetsGoFirstWhoGains() {
    assertThat(afterAnEarlyEnd(new UncoordinatedRescheduling()))
        .containsExactly(Map.entry(new JobId("part"), 90L), Map.entry(new JobId("job"), 150L));
    assertThat(afterAnEarlyEnd(new CoordinatedRescheduling()))
        .containsExactly(Map.entry(new JobId("part"), 150L), Map.entry(new JobId("job"), 100L));
  }

  /**
   * A part needs 10 processors for 20, and the job before it one for 100: least work goes first.
   */
  @Test
  void leastWorkGoesByProcessorsTimesEstimate() {
    FifoScheduler fifo = new FifoScheduler(Cluster.of(10), new LeastWorkRescheduling(), PlanningGranularity.PART);
    Job all = Job.rigid(new JobId("all"), 10, 100, 0, Time.NEVER);
    Job wide = Job.rigid(new JobId("wide"), 10, 20, 0, Time.NEVER);
    Job narrow = Job.rigid(new JobId("narrow"), 1, 100, 0, Time.NEVER);
    fifo.submit(all, 0);
    fifo.startDue(0, (job, tasks) -> {});
    fifo.submit(wide, 0);
    fifo.submit(narrow, 0);
    fifo.ended(all, 1, 0, 0);
    fifo.replanIfChanged(0);

    assertThat(fifo.expectedEnds(0))
        .containsEntry(narrow.id(), 100L)
        .containsEntry(wide.id(), 120L);
  }

  private static Map<JobId, Long> afterAnEarlyEnd(ReschedulingPolicy rule) {
    FifoScheduler fifo = new FifoScheduler(Cluster.of(1), rule, PlanningGranularity.TASK);
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

  @Test
  void theTasksOfAPartStartTogetherIfThatIsTheGrain() {
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

  /** A machine on which jobs come, start and end, mostly before their estimates. */
  private static final class Life {
    private static final int PROCESSORS = 12;

    private final SplittableRandom random;
    private final FifoScheduler fifo;
    private final int lateOfTen;
    private final List<Started> running = new ArrayList<>();
    private long nowMillis;
    private int jobs;

    private record Started(Job job, int tasks, long startedMillis, long endMillis) {}

    Life(ReschedulingPolicy rule, PlanningGranularity grain, long seed, int lateOfTen) {
      random = new SplittableRandom(seed);
      fifo = new FifoScheduler(Cluster.of(PROCESSORS), rule, grain);
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

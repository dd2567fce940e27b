package tender.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import tender.core.model.Cluster;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.RunningJob;
import tender.core.model.Time;

final class ConservativePlannerTest {
  private static final Planner COMPRESSING = ConservativePlanner.withCompression();
  private static final Planner KEEPING = ConservativePlanner.withoutCompression();

  @Test
  void compressionDelaysNoJob() {
    for (long seed = 0; seed < 5_000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      Snapshot before = RandomSnapshots.draw(random);
      Plan current = COMPRESSING.plan(before);
      Snapshot after = withEarlyEnd(random, before);
      Plan plan = COMPRESSING.plan(after, current);

      assertThat(PlanVerifier.verifyNoneLater(current, plan)).as("seed " + seed).isEmpty();
      assertThat(violations(after, plan)).as("seed " + seed).isEmpty();
    }
  }

  @Test
  void withoutCompressionStartsStay() {
    for (long seed = 0; seed < 5_000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      Snapshot before = RandomSnapshots.draw(random);
      Plan current = KEEPING.plan(before);
      Snapshot after = withNewJob(withEarlyEnd(random, before));
      Plan plan = KEEPING.plan(after, current);

      assertThat(violations(after, plan)).as("seed " + seed).isEmpty();
      for (int job = 0; job < before.waiting().size(); job++) {
        assertThat(plan.startMillis(job)).as("seed " + seed).isEqualTo(current.startMillis(job));
        assertThat(plan.completionMillis(job)).isEqualTo(current.completionMillis(job));
      }
    }
  }

  /** Also if no time has passed since: a clock that jumped back stands still for a while. */
  @Test
  void startWithoutTasksIsNotPlanned() {
    JobId part = new JobId("part");
    Job waiting = new Job(part, 2, 1, 10, 0, Time.NEVER);
    Plan current = KEEPING.plan(new Snapshot(Cluster.of(1), 0, List.of(), List.of(waiting)));
    assertThat(current.runs(0)).isEqualTo(2);
    Snapshot firstStarted =
        new Snapshot(
            Cluster.of(2),
            0,
            List.of(new RunningJob(part, 1, 0, 10)),
            List.of(waiting.withTasks(1)));

    Plan plan = KEEPING.plan(firstStarted, current);
    assertThat(plan.runs(0)).isEqualTo(1);
    assertThat(plan.runTasks(0, 0)).isEqualTo(1);
    assertThat(plan.runStartMillis(0, 0)).isEqualTo(10);
  }

  @Test
  void gapIsFilledByCompressionElseByNewJobs() {
    JobId waits = new JobId("waits");
    Snapshot busy =
        new Snapshot(
            Cluster.of(2),
            0,
            List.of(new RunningJob(new JobId("r"), 2, 0, 100)),
            List.of(Job.rigid(waits, 2, 10, 0, Time.NEVER)));
    Plan current = KEEPING.plan(busy);
    Snapshot ended = new Snapshot(busy.cluster(), 40, List.of(), busy.waiting());

    assertThat(current.startMillis(0)).isEqualTo(100);
    assertThat(KEEPING.plan(ended, current).startMillis(0)).isEqualTo(100);
    assertThat(COMPRESSING.plan(ended, current).startMillis(0)).isEqualTo(40);
  }

  @Test
  void blockedStartIsPlacedAgain() {
    Snapshot before =
        new Snapshot(
            Cluster.of(2),
            0,
            List.of(new RunningJob(new JobId("r"), 2, 0, 10)),
            List.of(Job.rigid(new JobId("waits"), 2, 5, 0, Time.NEVER)));
    Plan current = KEEPING.plan(before);
    Snapshot overstayed = new Snapshot(before.cluster(), 12, before.running(), before.waiting());
    Plan plan = KEEPING.plan(overstayed, current);

    assertThat(current.startMillis(0)).isEqualTo(10);
    assertThat(plan.startMillis(0)).isEqualTo(13);
    assertThat(PlanVerifier.verify(overstayed, plan)).isEmpty();
  }

  @Test
  void waitingTasksKeepLastStarts() {
    Job bag = new Job(new JobId("bag"), 4, 1, 10, 0, Time.NEVER);
    Snapshot before = new Snapshot(Cluster.of(2), 0, List.of(), List.of(bag));
    Plan current = KEEPING.plan(before);
    Job rest = new Job(bag.id(), 2, 1, 10, 0, Time.NEVER);
    Snapshot after =
        new Snapshot(
            before.cluster(), 5, List.of(new RunningJob(bag.id(), 2, 0, 10)), List.of(rest));
    Plan plan = KEEPING.plan(after, current);

    assertThat(plan.runs(0)).isEqualTo(1);
    assertThat(plan.runStartMillis(0, 0)).isEqualTo(10);
    assertThat(plan.runTasks(0, 0)).isEqualTo(2);
  }

  /** The snapshot without one of the running jobs. */
  private static Snapshot withEarlyEnd(SplittableRandom random, Snapshot before) {
    List<RunningJob> running = new ArrayList<>(before.running());
    if (!running.isEmpty()) {
      running.remove(random.nextInt(running.size()));
    }
    return new Snapshot(before.cluster(), before.nowMillis(), running, before.waiting());
  }

  private static Snapshot withNewJob(Snapshot before) {
    List<Job> waiting = new ArrayList<>(before.waiting());
    waiting.add(Job.rigid(new JobId("incoming"), 1, 3, before.nowMillis(), Time.NEVER));
    return new Snapshot(before.cluster(), before.nowMillis(), before.running(), waiting);
  }

  private static List<PlanViolation> violations(Snapshot snapshot, Plan plan) {
    return PlanVerifier.verify(snapshot, plan).stream()
        .filter(violation -> !(violation instanceof PlanViolation.PromiseBroken))
        .toList();
  }
}

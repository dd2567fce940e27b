package tender.core.plan.reschedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import tender.core.model.Cluster;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.Time;
import tender.core.offer.FeedbackSearch;
import tender.core.plan.EdfPlanner;
import tender.core.plan.IncomingJob;
import tender.core.plan.PlanVerifier;
import tender.core.plan.RandomSnapshots;
import tender.core.plan.Snapshot;

final class EdfSchedulerTest {
  private final List<String> started = new ArrayList<>();

  @Test
  void shorterEstimatesMoveLaterJobsEarlier() {
    EdfScheduler scheduler = new EdfScheduler(Cluster.of(2));
    Job first = Job.rigid(new JobId("first"), 2, 100, 0, 100);
    Job second = Job.rigid(new JobId("second"), 2, 100, 0, 200);
    Job third = Job.rigid(new JobId("third"), 2, 100, 0, 300);
    scheduler.submit(first, 0);
    startDue(scheduler, 0);
    scheduler.submit(second, 0);
    scheduler.replanIfChanged(0);
    scheduler.submit(third, 0);

    scheduler.shorten(first.id(), 70);
    scheduler.shorten(second.id(), 60);
    scheduler.shorten(third.id(), 500);

    assertThat(scheduler.expectedEnds(20))
        .containsEntry(first.id(), 70L)
        .containsEntry(second.id(), 130L)
        .containsEntry(third.id(), 230L);
  }

  @Test
  void earliestDeadlineStartsFirst() {
    EdfScheduler scheduler = new EdfScheduler(Cluster.of(2));
    Job relaxed = Job.rigid(new JobId("relaxed"), 2, 10, 0, 100);
    Job urgent = Job.rigid(new JobId("urgent"), 2, 10, 1, 40);
    scheduler.submit(relaxed, 0);
    startDue(scheduler, 0);
    Job third = Job.rigid(new JobId("third"), 2, 10, 0, 60);
    scheduler.submit(third, 0);
    scheduler.submit(urgent, 1);
    startDue(scheduler, 1);

    assertThat(started).containsExactly("relaxed@0");
    assertThat(scheduler.nextStartMillis()).isEqualTo(10);

    // It ends early, and the waiting jobs move earlier in order of deadline.
    scheduler.ended(relaxed, 1, 0, 4);
    startDue(scheduler, 4);
    assertThat(started).containsExactly("relaxed@0", "urgent@4");
  }

  @Test
  void withdrawnJobFreesItsPlace() {
    EdfScheduler scheduler = new EdfScheduler(Cluster.of(1));
    scheduler.submit(Job.rigid(new JobId("a"), 1, 10, 5, 20), 0);
    scheduler.submit(Job.rigid(new JobId("b"), 1, 10, 0, 30), 0);
    startDue(scheduler, 0);
    scheduler.withdraw(new JobId("a"));
    startDue(scheduler, 0);

    assertThat(started).containsExactly("b@0");
    assertThat(scheduler.nextStartMillis()).isEqualTo(Time.NEVER);
    assertThat(scheduler.snapshot(0).waiting()).isEmpty();
  }

  @Test
  void freeProfileExcludesWholePlan() {
    EdfScheduler scheduler = new EdfScheduler(Cluster.of(3));
    scheduler.submit(new Job(new JobId("bag"), 4, 1, 10, 0, 50), 0);
    startDue(scheduler, 0);

    assertThat(scheduler.freeBesidePlan(0)).hasToString("0 from 0, 2 from 10, 3 from 20");
  }

  /**
   * Jobs with feasible deadlines randomly end early, and others arrive and are promised what is
   * free then: all deadlines are kept.
   */
  @Test
  void earlyEndsAndArrivalsBreakNoPromise() {
    int keptPlans = 0;
    for (long seed = 0; seed < 3_000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      Snapshot snapshot = RandomSnapshots.drawKept(random);
      Snapshot idle = new Snapshot(snapshot.cluster(), 0, List.of(), snapshot.waiting());
      if (!PlanVerifier.verify(idle, new EdfPlanner().plan(idle)).isEmpty()) {
        continue;
      }
      keptPlans++;
      assertThat(lateJobs(idle, random)).as("seed " + seed).isEmpty();
    }
    assertThat(keptPlans).isGreaterThan(1_000);
  }

  private static List<JobId> lateJobs(Snapshot snapshot, SplittableRandom random) {
    record Run(Job job, int tasks, long startedMillis, long endMillis) {}
    EdfScheduler scheduler = new EdfScheduler(snapshot.cluster());
    snapshot.waiting().forEach(job -> scheduler.submit(job, 0));
    List<Run> running = new ArrayList<>();
    List<JobId> late = new ArrayList<>();
    for (long now = 0; now < 4_000; now++) {
      long instant = now;
      for (Run run : List.copyOf(running)) {
        if (run.endMillis == instant) {
          running.remove(run);
          scheduler.ended(run.job, run.tasks, run.startedMillis, instant);
          if (instant > run.job.deadlineMillis()) {
            late.add(run.job.id());
          }
        }
      }
      if (random.nextInt(5) == 0 && instant < 300) {
        submitPromised(scheduler, snapshot.cluster(), instant, random);
      }
      scheduler.startDue(
          instant,
          (job, tasks) -> {
            long longest = job.durationMillis();
            long takes = random.nextInt(4) == 0 ? random.nextLong(1, longest + 1) : longest;
            running.add(new Run(job, tasks, instant, instant + takes));
          });
    }
    assertThat(running).isEmpty();
    assertThat(scheduler.snapshot(4_000).waiting()).isEmpty();
    return late;
  }

  /** Submits a job with the earliest deadline for it that breaks no promise. */
  private static void submitPromised(
      EdfScheduler scheduler, Cluster cluster, long nowMillis, SplittableRandom random) {
    int width = random.nextInt(1, cluster.processors() + 1);
    long durationMillis = random.nextLong(1, 30);
    long wantedMillis = nowMillis + durationMillis * random.nextLong(1, 10);
    IncomingJob incoming = new IncomingJob(1, width, durationMillis, nowMillis, wantedMillis);
    long endMillis =
        scheduler
            .edfSchedule(nowMillis)
            .map(
                schedule ->
                    new FeedbackSearch(schedule).earliestDeadline(incoming).deadlineMillis())
            .orElseGet(
                () ->
                    scheduler
                            .freeBesidePlan(nowMillis)
                            .earliestStart(width, durationMillis, nowMillis)
                        + durationMillis);
    JobId id = new JobId("arrived-" + nowMillis);
    scheduler.submit(Job.rigid(id, width, durationMillis, nowMillis, endMillis), nowMillis);
  }

  private void startDue(EdfScheduler scheduler, long nowMillis) {
    scheduler.startDue(nowMillis, (job, tasks) -> started.add(job.id() + "@" + nowMillis));
  }
}

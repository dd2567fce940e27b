package tender.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tender.core.model.Cluster;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.RunningJob;
import tender.core.model.Time;

/** Plans with one planted violation each. */
final class PlanVerifierTest {
  private static final JobId RUNS = new JobId("runs");
  private static final JobId WAITS = new JobId("waits");
  private static final Job JOB = new Job(WAITS, 2, 1, 10, 5, 40);
  private static final Snapshot SNAPSHOT =
      new Snapshot(Cluster.of(2), 0, List.of(new RunningJob(RUNS, 1, -5, 20)), List.of(JOB));

  @Test
  void correctPlanHasNoViolations() {
    assertThat(PlanVerifier.verify(SNAPSHOT, plan(JOB, 5, 1, 15, 1))).isEmpty();
  }

  @Test
  void overbookingIsFound() {
    assertThat(PlanVerifier.verify(SNAPSHOT, plan(JOB, 6, 1, 12, 1)))
        .containsExactly(new PlanViolation.Overbooked(12, 3, 2));
  }

  @Test
  void startBeforeSubmissionIsFound() {
    assertThat(PlanVerifier.verify(SNAPSHOT, plan(JOB, 4, 1, 20, 1)))
        .containsExactly(new PlanViolation.StartsTooEarly(WAITS, 4, 5));
  }

  @Test
  void wrongNumberOfTasksIsFound() {
    assertThat(PlanVerifier.verify(SNAPSHOT, plan(JOB, 5, 1)))
        .containsExactly(
            new PlanViolation.WrongNumberOfTasks(WAITS, 2, 1),
            new PlanViolation.PromiseBroken(WAITS, 40, Time.NEVER));
    assertThat(PlanVerifier.verify(SNAPSHOT, plan(JOB, 5, 1, 20, 2)))
        .containsExactly(new PlanViolation.WrongNumberOfTasks(WAITS, 2, 3));
  }

  @Test
  void plannedRunningJobIsFound() {
    Plan.Builder plan = new Plan.Builder(List.of(JOB, Job.rigid(RUNS, 1, 5, -5, 60)));
    plan.add(0, 20, 2);
    plan.add(1, 30, 1);
    assertThat(PlanVerifier.verify(SNAPSHOT, plan.build()))
        .containsExactly(new PlanViolation.RunningJobMoved(RUNS));
  }

  @Test
  void unknownJobIsFound() {
    JobId invented = new JobId("invented");
    Plan.Builder plan = new Plan.Builder(List.of(JOB, Job.rigid(invented, 1, 5, -5, 60)));
    plan.add(0, 20, 2);
    plan.add(1, 30, 1);
    assertThat(PlanVerifier.verify(SNAPSHOT, plan.build()))
        .containsExactly(new PlanViolation.NotWaiting(invented));
  }

  @Test
  void brokenPromiseIsFound() {
    assertThat(PlanVerifier.verify(SNAPSHOT, plan(JOB, 20, 1, 31, 1)))
        .containsExactly(new PlanViolation.PromiseBroken(WAITS, 40, 41));
  }

  @Test
  void delayedJobIsFound() {
    assertThat(PlanVerifier.verifyNoneLater(plan(JOB, 5, 1, 15, 1), plan(JOB, 5, 1, 16, 1)))
        .containsExactly(new PlanViolation.Delayed(WAITS, 25, 26));
  }

  /** A plan of one job from pairs of a start and a number of tasks. */
  private static Plan plan(Job job, int... startsAndTasks) {
    Plan.Builder plan = new Plan.Builder(List.of(job));
    for (int i = 0; i < startsAndTasks.length; i += 2) {
      plan.add(0, startsAndTasks[i], startsAndTasks[i + 1]);
    }
    return plan.build();
  }
}

package tender.simulator.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tender.core.model.JobId;
import tender.core.model.Time;
import tender.core.plan.PlanViolation;
import tender.workload.trace.TraceJob;

class ScheduleVerifierTest {
  private static final TraceJob FIRST = new TraceJob(1, 0, 10, 3, 10);
  private static final TraceJob SECOND = new TraceJob(2, 5, 10, 2, 10);
  private static final List<TraceJob> JOBS = List.of(FIRST, SECOND);

  @Test
  void adjacentJobsAreAccepted() {
    assertThat(verify(0, 10_000)).isEmpty();
  }

  @Test
  void tooManyBusyProcessorsAreReported() {
    assertThat(verify(0, 9_999)).containsExactly(new PlanViolation.Overbooked(9_999, 5, 4));
  }

  @Test
  void startBeforeSubmissionIsReported() {
    assertThat(verify(20_000, 4_000))
        .containsExactly(new PlanViolation.StartsTooEarly(new JobId("2"), 4_000, 5_000));
  }

  @Test
  void jobThatNeverStartedIsReported() {
    assertThat(verify(Time.NEVER, 5_000))
        .containsExactly(new PlanViolation.WrongNumberOfTasks(new JobId("1"), 1, 0));
  }

  private static List<PlanViolation> verify(long... startMillis) {
    return ScheduleVerifier.verify(
        new ClusterSchedule(4, JOBS, JobNumberIndex.of(JOBS), startMillis));
  }
}

package tender.agent.planning;

import tender.agent.execution.LocalJobPreemption;
import tender.agent.execution.ReservationPlanner;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tender.agent.batch.BatchReservation;
import tender.agent.batch.LocalJob;
import tender.agent.batch.QueueSnapshot;
import tender.agent.batch.ObservedReservation;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.Time;

/** How the agent sees the cluster's own users, plans beside them and gives way to them. */
class LocalUsersTest {
  private static final long MINUTE = Time.MINUTE_MILLIS;

  @Test
  void newJobsAreToldWithTheirStartsAndEnds() {
    LocalJobReporter jobs = new LocalJobReporter(8, 0);
    LocalJobReporter.JobChanges first = jobs.update(List.of(running("1", 4, 0), waiting("2", 8)), 0, 10);
    assertThat(first.submitted()).hasSize(2);
    assertThat(first.started()).hasSize(1);
    LocalJobReporter.JobChanges second = jobs.update(List.of(running("2", 8, 20)), 0, 30);
    assertThat(second.ended()).hasSize(1);
    assertThat(second.submitted()).isEmpty();
    assertThat(second.started()).hasSize(1);
    assertThat(jobs.update(List.of(), 0, 40).ended()).hasSize(1);
  }

  @Test
  void whatIsCancelledWhileItWaitsIsGone() {
    LocalJobReporter jobs = new LocalJobReporter(8, 0);
    jobs.update(List.of(waiting("1", 2)), 0, 10);
    assertThat(jobs.update(List.of(), 0, 20).gone()).containsExactly(new JobId("local.1"));
  }

  @Test
  void jobsOnProcessorsThatAreNotOursTakeNothing() {
    LocalJobReporter jobs = new LocalJobReporter(4, 4);
    LocalJobReporter.JobChanges changes = jobs.update(List.of(running("1", 4, 0), running("2", 3, 0)), 0, 10);
    assertThat(changes.submitted()).extracting(Job::width).containsExactly(3);
  }

  @Test
  void neverMoreThanThereIsSeemsToRun() {
    LocalJobReporter jobs = new LocalJobReporter(4, 0);
    LocalJobReporter.JobChanges changes =
        jobs.update(List.of(running("1", 3, 0), running("2", 3, 0), running("3", 1, 0)), 1, 10);
    int told = changes.submitted().stream().mapToInt(Job::width).sum();
    assertThat(told).isEqualTo(3);
  }

  @Test
  void aPartIsGivenTheFewestProcessorsThatWillDo() {
    Job part = new Job(new JobId("p"), 10, 1, MINUTE, 0, 6 * MINUTE);
    ReservationPlanner planner = new ReservationPlanner(8, queue(running("1", 6, 0)), 1, MINUTE, 0);
    BatchReservation hold = planner.plan("h", part, 0).orElseThrow();
    // Two at once, five times: what is free beside the running job is enough.
    assertThat(hold.processors()).isEqualTo(2);
    assertThat(hold.untilMillis()).isEqualTo(6 * MINUTE);
  }

  @Test
  void whatIsKeptForOthersIsNotKeptTwice() {
    Job part = new Job(new JobId("p"), 10, 1, MINUTE, 0, 6 * MINUTE);
    QueueSnapshot queue =
        new QueueSnapshot(
            List.of(),
            List.of(),
            List.of(),
            List.of(new ObservedReservation("other", 7, 0, 60 * MINUTE, false)));
    assertThat(new ReservationPlanner(8, queue, 1, MINUTE, 0).plan("h", part, 0)).isEmpty();
  }

  @Test
  void aLocalJobThatIsAboutToMissItsDeadlineIsMadeRoomFor() {
    LocalJob urgent = new LocalJob("1", 3, false, 0, Time.NEVER, MINUTE, 80_000);
    LocalJob patient = new LocalJob("2", 3, false, 0, Time.NEVER, MINUTE, 60 * MINUTE);
    LocalJobPreemption courtesy = new LocalJobPreemption(8);
    assertThat(courtesy.processorsToFree(queue(urgent, running("3", 2, 0)), 5, 0).processors()).isEqualTo(2);
    assertThat(courtesy.processorsToFree(queue(patient, running("3", 2, 0)), 6, 0))
        .isEqualTo(LocalJobPreemption.Preemption.NONE);
    assertThat(courtesy.processorsToFree(queue(urgent), 5, 0).processors()).isZero();
  }

  private static QueueSnapshot queue(LocalJob... jobs) {
    return new QueueSnapshot(List.of(jobs), List.of(), List.of(), List.of());
  }

  private static LocalJob running(String id, int processors, long startedMillis) {
    return new LocalJob(id, processors, true, 0, startedMillis, MINUTE, Time.NEVER);
  }

  private static LocalJob waiting(String id, int processors) {
    return new LocalJob(id, processors, false, 0, Time.NEVER, MINUTE, Time.NEVER);
  }
}

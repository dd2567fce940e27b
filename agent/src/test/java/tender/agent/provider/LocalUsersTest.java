package tender.agent.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tender.agent.batch.Hold;
import tender.agent.batch.LocalJob;
import tender.agent.batch.Queue;
import tender.agent.batch.SeenHold;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.Time;

/** How the agent sees the cluster's own users, plans beside them and gives way to them. */
class LocalUsersTest {
  private static final long MINUTE = Time.MINUTE_MILLIS;

  @Test
  void newJobsAreToldWithTheirStartsAndEnds() {
    LocalJobs jobs = new LocalJobs(8, 0);
    LocalJobs.Changes first = jobs.see(List.of(running("1", 4, 0), waiting("2", 8)), 0, 10);
    assertThat(first.submitted()).hasSize(2);
    assertThat(first.started()).hasSize(1);
    LocalJobs.Changes second = jobs.see(List.of(running("2", 8, 20)), 0, 30);
    assertThat(second.ended()).hasSize(1);
    assertThat(second.submitted()).isEmpty();
    assertThat(second.started()).hasSize(1);
    assertThat(jobs.see(List.of(), 0, 40).ended()).hasSize(1);
  }

  @Test
  void whatIsCancelledWhileItWaitsIsGone() {
    LocalJobs jobs = new LocalJobs(8, 0);
    jobs.see(List.of(waiting("1", 2)), 0, 10);
    assertThat(jobs.see(List.of(), 0, 20).gone()).containsExactly(new JobId("local.1"));
  }

  @Test
  void jobsOnProcessorsThatAreNotOursTakeNothing() {
    LocalJobs jobs = new LocalJobs(4, 4);
    LocalJobs.Changes changes = jobs.see(List.of(running("1", 4, 0), running("2", 3, 0)), 0, 10);
    assertThat(changes.submitted()).extracting(Job::width).containsExactly(3);
  }

  @Test
  void neverMoreThanThereIsSeemsToRun() {
    LocalJobs jobs = new LocalJobs(4, 0);
    LocalJobs.Changes changes =
        jobs.see(List.of(running("1", 3, 0), running("2", 3, 0), running("3", 1, 0)), 1, 10);
    int told = changes.submitted().stream().mapToInt(Job::width).sum();
    assertThat(told).isEqualTo(3);
  }

  @Test
  void aPartIsGivenTheFewestProcessorsThatWillDo() {
    Job part = new Job(new JobId("p"), 10, 1, MINUTE, 0, 6 * MINUTE);
    HoldPlanner planner = new HoldPlanner(8, queue(running("1", 6, 0)), 1, MINUTE, 0);
    Hold hold = planner.plan("h", part, 0).orElseThrow();
    // Two at once, five times: what is free beside the running job is enough.
    assertThat(hold.processors()).isEqualTo(2);
    assertThat(hold.untilMillis()).isEqualTo(6 * MINUTE);
  }

  @Test
  void whatIsKeptForOthersIsNotKeptTwice() {
    Job part = new Job(new JobId("p"), 10, 1, MINUTE, 0, 6 * MINUTE);
    Queue queue =
        new Queue(
            List.of(),
            List.of(),
            List.of(),
            List.of(new SeenHold("other", 7, 0, 60 * MINUTE, false)));
    assertThat(new HoldPlanner(8, queue, 1, MINUTE, 0).plan("h", part, 0)).isEmpty();
  }

  @Test
  void aLocalJobThatIsAboutToMissItsDeadlineIsMadeRoomFor() {
    LocalJob urgent = new LocalJob("1", 3, false, 0, Time.NEVER, MINUTE, 80_000);
    LocalJob patient = new LocalJob("2", 3, false, 0, Time.NEVER, MINUTE, 60 * MINUTE);
    Courtesy courtesy = new Courtesy(8);
    assertThat(courtesy.needed(queue(urgent, running("3", 2, 0)), 5, 0).processors()).isEqualTo(2);
    assertThat(courtesy.needed(queue(patient, running("3", 2, 0)), 6, 0))
        .isEqualTo(Courtesy.Room.NONE);
    assertThat(courtesy.needed(queue(urgent), 5, 0).processors()).isZero();
  }

  private static Queue queue(LocalJob... jobs) {
    return new Queue(List.of(jobs), List.of(), List.of(), List.of());
  }

  private static LocalJob running(String id, int processors, long startedMillis) {
    return new LocalJob(id, processors, true, 0, startedMillis, MINUTE, Time.NEVER);
  }

  private static LocalJob waiting(String id, int processors) {
    return new LocalJob(id, processors, false, 0, Time.NEVER, MINUTE, Time.NEVER);
  }
}

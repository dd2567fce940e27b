package tender.agent.planning;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tender.agent.batch.BatchReservation;
import tender.agent.batch.LocalJob;
import tender.agent.batch.ObservedReservation;
import tender.agent.batch.QueueSnapshot;
import tender.agent.lending.LendingMode;
import tender.agent.lending.LocalJobPreemption;
import tender.agent.reservation.ReservationPlanner;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.model.BagId;
import tender.core.model.Disclosure;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.model.Time;

/** How the agent reports, plans around and is preempted by the cluster's own users. */
class LocalUsersTest {
  private static final long MINUTE = Time.MINUTE_MILLIS;

  @Test
  void newJobsAreReportedWithStartsAndEnds() {
    LocalJobReporter reporter = new LocalJobReporter(8, 0);
    LocalJobReporter.JobChanges first =
        reporter.update(List.of(running("1", 4, 0), waiting("2", 8)), 0, 10);
    assertThat(first.submitted()).hasSize(2);
    assertThat(first.started()).hasSize(1);
    LocalJobReporter.JobChanges second = reporter.update(List.of(running("2", 8, 20)), 0, 30);
    assertThat(second.ended()).hasSize(1);
    assertThat(second.submitted()).isEmpty();
    assertThat(second.started()).hasSize(1);
    assertThat(reporter.update(List.of(), 0, 40).ended()).hasSize(1);
  }

  @Test
  void cancelledWaitingJobIsReportedAsGone() {
    LocalJobReporter reporter = new LocalJobReporter(8, 0);
    reporter.update(List.of(waiting("1", 2)), 0, 10);
    assertThat(reporter.update(List.of(), 0, 20).gone()).containsExactly(new JobId("local.1"));
  }

  @Test
  void jobsOnReservedProcessorsAreNotReported() {
    LocalJobReporter reporter = new LocalJobReporter(4, 4);
    LocalJobReporter.JobChanges changes =
        reporter.update(List.of(running("1", 4, 0), running("2", 3, 0)), 0, 10);
    assertThat(changes.submitted()).extracting(Job::width).containsExactly(3);
  }

  @Test
  void reportedJobsNeverExceedProcessors() {
    LocalJobReporter reporter = new LocalJobReporter(4, 0);
    LocalJobReporter.JobChanges changes =
        reporter.update(List.of(running("1", 3, 0), running("2", 3, 0), running("3", 1, 0)), 1, 10);
    int reported = changes.submitted().stream().mapToInt(Job::width).sum();
    assertThat(reported).isEqualTo(3);
  }

  @Test
  void runningJobCountsUntilItIsGone() {
    LocalJobReporter reporter = new LocalJobReporter(8, 0);
    List<LocalJob> queue = List.of(running("1", 5, 0), waiting("2", 4));
    assertThat(reporter.runningProcessors(queue)).as("not reported yet").isZero();
    reporter.update(queue, 0, 10);
    assertThat(reporter.runningProcessors(queue)).isEqualTo(5);
    // The batch system has queued it again.
    List<LocalJob> again = List.of(waiting("1", 5), waiting("2", 4));
    LocalJobReporter.JobChanges changes = reporter.update(again, 0, 20);
    assertThat(changes.submitted()).isEmpty();
    assertThat(reporter.runningProcessors(again)).isEqualTo(5);
    assertThat(reporter.update(List.of(), 0, 30).ended()).hasSize(1);
    assertThat(reporter.runningProcessors(List.of())).isZero();
  }

  @Test
  void reservationIsAsSmallAsPossible() {
    Job part = new Job(new JobId("p"), 10, 1, MINUTE, 0, 6 * MINUTE);
    ReservationPlanner planner = new ReservationPlanner(8, queue(running("1", 6, 0)), 1, MINUTE, 0);
    BatchReservation reservation = planner.plan("h", part, 0).orElseThrow();
    // Two at a time, five times: the processors beside the running job are enough.
    assertThat(reservation.processors()).isEqualTo(2);
    assertThat(reservation.untilMillis()).isEqualTo(6 * MINUTE);
  }

  @Test
  void otherReservationsAreNotReservedAgain() {
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
  void localJobNearItsDeadlinePreemptsTasks() {
    LocalJob urgent = new LocalJob("1", 3, false, 0, Time.NEVER, MINUTE, 80_000);
    LocalJob patient = new LocalJob("2", 3, false, 0, Time.NEVER, MINUTE, 60 * MINUTE);
    LocalJobPreemption preemption = new LocalJobPreemption(LendingMode.committed(24 * 60 * MINUTE));
    assertThat(preemption.processorsToFree(queue(urgent, running("3", 2, 0)), 8, 5, 0))
        .isEqualTo(2);
    assertThat(preemption.processorsToFree(queue(patient, running("3", 2, 0)), 8, 6, 0)).isZero();
    assertThat(preemption.processorsToFree(queue(urgent), 8, 5, 0)).isZero();
  }

  @Test
  void inIdleModeAnyStartableJobPreemptsImmediately() {
    LocalJobPreemption preemption = new LocalJobPreemption(LendingMode.IDLE);
    QueueSnapshot queue = queue(running("1", 3, 0), waiting("2", 6), waiting("3", 2));
    // Job 2 would not fit even without market work; for job 3 one processor is free.
    assertThat(preemption.processorsToFree(queue, 8, 4, 0)).isOne();
  }

  @Test
  void inCommittedModeJobWaitsUpToTheLimit() {
    LocalJobPreemption preemption = new LocalJobPreemption(LendingMode.committed(5 * MINUTE));
    preemption.processorsToFree(queue(), 8, 8, 0);
    QueueSnapshot queue = queue(waiting("1", 2));
    assertThat(preemption.processorsToFree(queue, 8, 8, MINUTE)).isZero();
    assertThat(preemption.processorsToFree(queue, 8, 8, 5 * MINUTE)).isZero();
    assertThat(preemption.processorsToFree(queue, 8, 8, 6 * MINUTE)).isEqualTo(2);
  }

  /** Otherwise a promised part would be stopped for a local job that comes after it. */
  @Test
  void inCommittedModeNoOfferEndsAfterTasksWouldBeStopped() {
    ProviderId provider = new ProviderId("p");
    CallId call = new CallId(new BagId("b"), 1);
    Offer early = Offer.free(provider, 1, 4 * MINUTE);
    Offer late = Offer.free(provider, 2, 5 * MINUTE);
    Message.Offers made =
        new Message.Offers(call, provider, 0, List.of(early, late), Disclosure.NOTHING, 0, MINUTE);
    assertThat(new OfferHorizon(LendingMode.committed(5 * MINUTE)).limit(made, 0))
        .isEqualTo(
            new Message.Offers(call, provider, 0, List.of(early), Disclosure.NOTHING, 0, MINUTE));
    assertThat(new OfferHorizon(LendingMode.IDLE).limit(made, 0)).isEqualTo(made);
  }

  @Test
  void moreIsFreedForJobThatDoesNotStartAndThenItIsIgnored() {
    LocalJobPreemption preemption = new LocalJobPreemption(LendingMode.IDLE);
    QueueSnapshot queue = queue(waiting("1", 2));
    assertThat(preemption.processorsToFree(queue, 8, 4, 0)).as("enough are free").isZero();
    assertThat(preemption.processorsToFree(queue, 8, 4, 6_000)).as("elsewhere?").isEqualTo(2);
    assertThat(preemption.processorsToFree(queue, 8, 4, 21_000)).as("another reason").isZero();
    QueueSnapshot changed = queue(waiting("1", 2), running("2", 4, 0));
    assertThat(preemption.processorsToFree(changed, 8, 4, 22_000)).as("may start now").isEqualTo(2);
  }

  @Test
  void reservationLeavesRoomForWaitingJobs() {
    Job part = new Job(new JobId("p"), 4, 1, MINUTE, 0, 2 * MINUTE);
    assertThat(new ReservationPlanner(8, queue(waiting("1", 4)), 1, MINUTE, 0).plan("h", part, 0))
        .isPresent();
    assertThat(new ReservationPlanner(8, queue(waiting("1", 5)), 1, MINUTE, 0).plan("h", part, 0))
        .isEmpty();
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

package tender.simulator.faults.planted;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import tender.core.model.Time;
import tender.core.provider.state.JobRun;
import tender.core.provider.state.ProviderEvent;
import tender.core.provider.state.RecoveredState;
import tender.core.provider.state.ReservationRecord;
import tender.core.provider.state.ReservedPart;
import tender.simulator.faults.FaultInjectionHooks;
import tender.simulator.faults.planted.PlantedBug.Component;

/** Bugs of a restarting agent, and of its adapter to the batch system. */
final class RestartBugs {
  private RestartBugs() {}

  static List<PlantedBug> all() {
    List<PlantedBug> all = new ArrayList<>();
    all.addAll(ofMemory());
    all.addAll(ofBatchSystem());
    return all;
  }

  private static List<PlantedBug> ofMemory() {
    return List.of(
        PlantedBug.inRestart(
            Component.RESTART,
            "nothing-restored",
            "A restarted agent does not read its stored reservations.",
            recovered -> with(recovered, List.of())),
        PlantedBug.inRestart(
            Component.RESTART,
            "answers-without-parts",
            "A restarted agent reads the stored answers but not the parts.",
            recovered -> withEachReservation(recovered, RestartBugs::withoutPart)),
        PlantedBug.inRestart(
            Component.RESTART,
            "reservations-not-restored",
            "A restarted agent reads only committed parts, not open leases.",
            recovered ->
                with(
                    recovered,
                    recovered.reservations().stream()
                        .filter(
                            reservation ->
                                reservation.part().map(ReservedPart::isCommitted).orElse(true))
                        .toList())),
        PlantedBug.inRestart(
            Component.RESTART,
            "lease-begins-again",
            "A lease starts again when the agent restarts.",
            recovered -> withEachReservation(recovered, RestartBugs::withLongerLease)),
        PlantedBug.inRestart(
            Component.RESTART,
            "local-jobs-forgotten",
            "A restarted agent does not queue promised local jobs again.",
            recovered ->
                new RecoveredState(
                    recovered.reservations(), List.of(), recovered.running(), recovered.ended())));
  }

  private static List<PlantedBug> ofBatchSystem() {
    return List.of(
        PlantedBug.inRestart(
            Component.BATCH,
            "running-not-recovered",
            "A restarted agent does not query the running jobs.",
            recovered ->
                new RecoveredState(
                    recovered.reservations(), recovered.localJobs(), List.of(), recovered.ended())),
        PlantedBug.inRestart(
            Component.BATCH,
            "ended-not-recovered",
            "A restarted agent does not look for results of jobs that ended while it was down.",
            recovered ->
                new RecoveredState(
                    recovered.reservations(),
                    recovered.localJobs(),
                    recovered.running(),
                    List.of())),
        PlantedBug.inRestart(
            Component.BATCH,
            "ended-listed-as-running",
            "A restarted agent takes listed jobs that have ended for running ones.",
            RestartBugs::endedAsRunning),
        PlantedBug.inRestart(
            Component.BATCH,
            "starts-in-whole-seconds",
            "A restarted agent reads the start times of jobs in whole seconds.",
            RestartBugs::inWholeSeconds),
        new PlantedBug(
            "resubmitted-without-lookup",
            Component.BATCH,
            "A job whose submission was not answered is submitted again without a lookup.",
            new FaultInjectionHooks() {
              @Override
              public boolean looksUpBeforeResubmitting() {
                return false;
              }
            }),
        PlantedBug.inAgent(
            Component.BATCH,
            "requeued-not-noticed",
            "A job that the batch system requeues is taken for running.",
            () ->
                (correct, event, nowMillis) ->
                    event instanceof ProviderEvent.TasksInterrupted
                        ? correct.handle(new ProviderEvent.TimerFired(), nowMillis)
                        : correct.handle(event, nowMillis)),
        PlantedBug.inAgent(
            Component.BATCH,
            "requeued-taken-as-ended",
            "A job that the batch system requeues is taken for ended.",
            () ->
                (correct, event, nowMillis) ->
                    event instanceof ProviderEvent.TasksInterrupted(JobRun run)
                        ? correct.handle(new ProviderEvent.TasksEnded(run), nowMillis)
                        : correct.handle(event, nowMillis)));
  }

  private static RecoveredState with(
      RecoveredState recovered, List<ReservationRecord> reservation) {
    return new RecoveredState(
        reservation, recovered.localJobs(), recovered.running(), recovered.ended());
  }

  static RecoveredState withEachReservation(
      RecoveredState recovered, UnaryOperator<ReservationRecord> change) {
    return with(recovered, recovered.reservations().stream().map(change).toList());
  }

  private static ReservationRecord withoutPart(ReservationRecord reservation) {
    return new ReservationRecord(
        reservation.id(), reservation.lastAnswer(), Optional.empty(), reservation.updatedMillis());
  }

  private static ReservationRecord withLongerLease(ReservationRecord reservation) {
    return new ReservationRecord(
        reservation.id(),
        reservation.lastAnswer(),
        reservation.part().map(part -> part.isCommitted() ? part : later(part)),
        reservation.updatedMillis());
  }

  private static ReservedPart later(ReservedPart part) {
    long leaseUntilMillis = part.leaseExpiresMillis() + 5 * Time.MINUTE_MILLIS;
    return new ReservedPart(
        part.id(),
        part.job().withSubmitted(leaseUntilMillis),
        leaseUntilMillis,
        part.tasks(),
        part.endedTasks(),
        part.acceptedTasks(),
        part.lastEndedMillis(),
        part.expectation(),
        part.usedProcessorMillis(),
        Optional.empty(),
        part.measuredProcessorMillis());
  }

  private static RecoveredState endedAsRunning(RecoveredState recovered) {
    List<JobRun> listed = new ArrayList<>(recovered.running());
    listed.addAll(recovered.ended());
    return new RecoveredState(recovered.reservations(), recovered.localJobs(), listed, List.of());
  }

  private static RecoveredState inWholeSeconds(RecoveredState recovered) {
    List<JobRun> rounded =
        recovered.running().stream()
            .map(
                run ->
                    new JobRun(
                        run.job(),
                        run.tasks(),
                        run.startedMillis() - run.startedMillis() % Time.SECOND_MILLIS))
            .toList();
    return new RecoveredState(
        recovered.reservations(), recovered.localJobs(), rounded, recovered.ended());
  }
}

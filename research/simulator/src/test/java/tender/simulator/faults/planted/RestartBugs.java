package tender.simulator.faults.planted;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import tender.core.model.Time;
import tender.core.provider.state.ProviderEvent;
import tender.core.provider.state.RecoveredState;
import tender.core.provider.state.ReservedPart;
import tender.core.provider.state.ReservationRecord;
import tender.core.provider.state.JobRun;
import tender.simulator.faults.FaultInjectionHooks;
import tender.simulator.faults.planted.PlantedBug.Component;

/** Mistakes of an agent that starts again, and of how it speaks with its batch system. */
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
            "What was stored of reservations is not read.",
            found -> with(found, List.of())),
        PlantedBug.inRestart(
            Component.RESTART,
            "answers-without-parts",
            "The answers are read again, and the parts that they speak of are not.",
            found -> withEachKept(found, RestartBugs::withoutPart)),
        PlantedBug.inRestart(
            Component.RESTART,
            "reservations-not-restored",
            "Only committed parts are read; a lease that was running is not.",
            found ->
                with(
                    found,
                    found.reservations().stream()
                        .filter(kept -> kept.part().map(ReservedPart::isCommitted).orElse(true))
                        .toList())),
        PlantedBug.inRestart(
            Component.RESTART,
            "lease-begins-again",
            "A lease begins again when the agent does.",
            found -> withEachKept(found, RestartBugs::withLongerLease)),
        PlantedBug.inRestart(
            Component.RESTART,
            "local-jobs-forgotten",
            "Local jobs that were promised and wait are not put into the queue again.",
            found -> new RecoveredState(found.reservations(), List.of(), found.running(), found.ended())));
  }

  private static List<PlantedBug> ofBatchSystem() {
    return List.of(
        PlantedBug.inRestart(
            Component.BATCH,
            "running-not-asked-for",
            "An agent that starts again does not ask what runs.",
            found -> new RecoveredState(found.reservations(), found.localJobs(), List.of(), found.ended())),
        PlantedBug.inRestart(
            Component.BATCH,
            "ended-not-asked-for",
            "An agent that starts again does not look for results that came in the meantime.",
            found -> new RecoveredState(found.reservations(), found.localJobs(), found.running(), List.of())),
        PlantedBug.inRestart(
            Component.BATCH,
            "ended-listed-as-running",
            "An agent that starts again takes jobs for running that are listed and have ended.",
            RestartBugs::endedAsRunning),
        PlantedBug.inRestart(
            Component.BATCH,
            "starts-in-whole-seconds",
            "An agent that starts again learns the starts of jobs in whole seconds.",
            RestartBugs::inWholeSeconds),
        new PlantedBug(
            "submitted-again-unseen",
            Component.BATCH,
            "A job whose submission was not answered is submitted again without a look.",
            new FaultInjectionHooks() {
              @Override
              public boolean looksUpBeforeResubmitting() {
                return false;
              }
            }),
        PlantedBug.inAgent(
            Component.BATCH,
            "requeued-not-noticed",
            "A job that the batch system puts back is taken to run on.",
            () ->
                (right, event, nowMillis) ->
                    event instanceof ProviderEvent.TasksInterrupted
                        ? right.handle(new ProviderEvent.TimerFired(), nowMillis)
                        : right.handle(event, nowMillis)),
        PlantedBug.inAgent(
            Component.BATCH,
            "requeued-taken-as-ended",
            "A job that the batch system puts back is taken to have ended.",
            () ->
                (right, event, nowMillis) ->
                    event instanceof ProviderEvent.TasksInterrupted(JobRun run)
                        ? right.handle(new ProviderEvent.TasksEnded(run), nowMillis)
                        : right.handle(event, nowMillis)));
  }

  private static RecoveredState with(RecoveredState found, List<ReservationRecord> kept) {
    return new RecoveredState(kept, found.localJobs(), found.running(), found.ended());
  }

  private static RecoveredState withEachKept(RecoveredState found, UnaryOperator<ReservationRecord> change) {
    return with(found, found.reservations().stream().map(change).toList());
  }

  private static ReservationRecord withoutPart(ReservationRecord kept) {
    return new ReservationRecord(kept.id(), kept.lastAnswer(), Optional.empty(), kept.updatedMillis());
  }

  private static ReservationRecord withLongerLease(ReservationRecord kept) {
    return new ReservationRecord(
        kept.id(),
        kept.lastAnswer(),
        kept.part().map(part -> part.isCommitted() ? part : later(part)),
        kept.updatedMillis());
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
        part.usedProcessorMillis());
  }

  private static RecoveredState endedAsRunning(RecoveredState found) {
    List<JobRun> listed = new ArrayList<>(found.running());
    listed.addAll(found.ended());
    return new RecoveredState(found.reservations(), found.localJobs(), listed, List.of());
  }

  private static RecoveredState inWholeSeconds(RecoveredState found) {
    List<JobRun> rounded =
        found.running().stream()
            .map(
                run ->
                    new JobRun(
                        run.job(),
                        run.tasks(),
                        run.startedMillis() - run.startedMillis() % Time.SECOND_MILLIS))
            .toList();
    return new RecoveredState(found.reservations(), found.localJobs(), rounded, found.ended());
  }
}

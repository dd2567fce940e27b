package tender.simulator.faults.planted;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import tender.core.model.Time;
import tender.core.provider.Event;
import tender.core.provider.Found;
import tender.core.provider.HeldPart;
import tender.core.provider.Kept;
import tender.core.provider.Run;
import tender.simulator.faults.Seams;
import tender.simulator.faults.planted.PlantedBug.Where;

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
            Where.RESTART,
            "nothing-restored",
            "What was stored of reservations is not read.",
            found -> with(found, List.of())),
        PlantedBug.inRestart(
            Where.RESTART,
            "answers-without-parts",
            "The answers are read again, and the parts that they speak of are not.",
            found -> withEachKept(found, RestartBugs::withoutPart)),
        PlantedBug.inRestart(
            Where.RESTART,
            "reservations-not-restored",
            "Only committed parts are read; a lease that was running is not.",
            found ->
                with(
                    found,
                    found.kept().stream()
                        .filter(kept -> kept.part().map(HeldPart::isCommitted).orElse(true))
                        .toList())),
        PlantedBug.inRestart(
            Where.RESTART,
            "lease-begins-again",
            "A lease begins again when the agent does.",
            found -> withEachKept(found, RestartBugs::withLongerLease)),
        PlantedBug.inRestart(
            Where.RESTART,
            "local-jobs-forgotten",
            "Local jobs that were promised and wait are not put into the queue again.",
            found -> new Found(found.kept(), List.of(), found.running(), found.ended())));
  }

  private static List<PlantedBug> ofBatchSystem() {
    return List.of(
        PlantedBug.inRestart(
            Where.BATCH,
            "running-not-asked-for",
            "An agent that starts again does not ask what runs.",
            found -> new Found(found.kept(), found.localJobs(), List.of(), found.ended())),
        PlantedBug.inRestart(
            Where.BATCH,
            "ended-not-asked-for",
            "An agent that starts again does not look for results that came in the meantime.",
            found -> new Found(found.kept(), found.localJobs(), found.running(), List.of())),
        PlantedBug.inRestart(
            Where.BATCH,
            "ended-listed-as-running",
            "An agent that starts again takes jobs for running that are listed and have ended.",
            RestartBugs::endedAsRunning),
        PlantedBug.inRestart(
            Where.BATCH,
            "starts-in-whole-seconds",
            "An agent that starts again learns the starts of jobs in whole seconds.",
            RestartBugs::inWholeSeconds),
        new PlantedBug(
            "submitted-again-unseen",
            Where.BATCH,
            "A job whose submission was not answered is submitted again without a look.",
            new Seams() {
              @Override
              public boolean looksUpBeforeResubmitting() {
                return false;
              }
            }),
        PlantedBug.inAgent(
            Where.BATCH,
            "requeued-not-noticed",
            "A job that the batch system puts back is taken to run on.",
            () ->
                (right, event, nowMillis) ->
                    event instanceof Event.TasksStopped
                        ? right.handle(new Event.Woken(), nowMillis)
                        : right.handle(event, nowMillis)),
        PlantedBug.inAgent(
            Where.BATCH,
            "requeued-taken-as-ended",
            "A job that the batch system puts back is taken to have ended.",
            () ->
                (right, event, nowMillis) ->
                    event instanceof Event.TasksStopped(Run run)
                        ? right.handle(new Event.TasksEnded(run), nowMillis)
                        : right.handle(event, nowMillis)));
  }

  private static Found with(Found found, List<Kept> kept) {
    return new Found(kept, found.localJobs(), found.running(), found.ended());
  }

  private static Found withEachKept(Found found, UnaryOperator<Kept> change) {
    return with(found, found.kept().stream().map(change).toList());
  }

  private static Kept withoutPart(Kept kept) {
    return new Kept(kept.id(), kept.answer(), Optional.empty(), kept.sinceMillis());
  }

  private static Kept withLongerLease(Kept kept) {
    return new Kept(
        kept.id(),
        kept.answer(),
        kept.part().map(part -> part.isCommitted() ? part : later(part)),
        kept.sinceMillis());
  }

  private static HeldPart later(HeldPart part) {
    long leaseUntilMillis = part.leaseUntilMillis() + 5 * Time.MINUTE_MILLIS;
    return new HeldPart(
        part.id(),
        part.job().withSubmitted(leaseUntilMillis),
        leaseUntilMillis,
        part.tasks(),
        part.ended(),
        part.accepted(),
        part.endedMillis(),
        part.expected(),
        part.usedMillis());
  }

  private static Found endedAsRunning(Found found) {
    List<Run> listed = new ArrayList<>(found.running());
    listed.addAll(found.ended());
    return new Found(found.kept(), found.localJobs(), listed, List.of());
  }

  private static Found inWholeSeconds(Found found) {
    List<Run> rounded =
        found.running().stream()
            .map(
                run ->
                    new Run(
                        run.job(),
                        run.tasks(),
                        run.startedMillis() - run.startedMillis() % Time.SECOND_MILLIS))
            .toList();
    return new Found(found.kept(), found.localJobs(), rounded, found.ended());
  }
}

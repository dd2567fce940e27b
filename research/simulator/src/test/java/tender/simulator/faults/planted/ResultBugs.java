package tender.simulator.faults.planted;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.BagStateMachine;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.Breach;
import tender.core.metascheduler.state.Promise;
import tender.core.metascheduler.state.RunningPart;
import tender.core.metascheduler.state.BagTransition;
import tender.core.model.TaskSet;
import tender.core.model.Time;

/** Mistakes of the metascheduler while parts run: whose results count, and who is to blame. */
final class ResultBugs {
  private static final long GRACE_MILLIS = 5_000;

  private ResultBugs() {}

  static List<PlantedBug> all() {
    return List.of(
        PlantedBug.inRules(
            "owner-found-by-task",
            "Results are booked on whoever has the tasks, not on the reservation that sent them.",
            ResultBugs::ownerFoundByTask),
        PlantedBug.inRules(
            "done-stays-left",
            "Tasks whose results were accepted are not taken from what is left to their part.",
            ResultBugs::doneStaysLeft),
        PlantedBug.inRules(
            "all-named-count",
            "All tasks that results name count, not only those still left to the part.",
            ResultBugs::allNamedCount),
        PlantedBug.inRules(
            "unknown-results-ignored",
            "Results of a part that has no tasks any more are ignored; nobody releases it.",
            ResultBugs::unknownResultsIgnored),
        PlantedBug.inRules(
            "ended-bag-is-silent",
            "A bag that has ended answers nobody, so parts of it are never released.",
            ResultBugs::endedBagIsSilent),
        PlantedBug.inRules(
            "ended-bag-judged-again",
            "Results that come again after the end of the bag are judged again, as late.",
            ResultBugs::endedBagJudgedAgain),
        PlantedBug.inRules(
            "done-one-early",
            "A bag is done when all its tasks but one are: the count starts at one.",
            ResultBugs::doneOneEarly),
        PlantedBug.inRules(
            "nobody-inquires",
            "Nobody asks after a part once it runs.",
            ResultBugs::nobodyInquires),
        PlantedBug.inRules(
            "silence-adds-up",
            "Unanswered questions are counted from the beginning, not since the last word.",
            ResultBugs::silenceAddsUp),
        PlantedBug.inRules(
            "trusted-again-too-soon",
            "A provider that was given up on is trusted again at its first word, while its tasks"
                + " are already tendered.",
            ResultBugs::trustedAgainTooSoon),
        PlantedBug.inRules(
            "breach-not-recorded",
            "Late results are accepted and the breach is not recorded.",
            ResultBugs::breachNotRecorded),
        PlantedBug.inRules(
            "grace-subtracted",
            "The grace for results on their way is subtracted from the promised time, not added.",
            ResultBugs::graceSubtracted),
        PlantedBug.inRules(
            "substitute-blamed",
            "Who made up for a failed provider is blamed, for that one's failure is not handed on.",
            ResultBugs::substituteBlamed),
        PlantedBug.inRules(
            "end-taken-as-heard",
            "Tasks are taken to have ended when word of it came.",
            ResultBugs::endTakenAsHeard));
  }

  private static BagTransition ownerFoundByTask(
      BagStateMachine right, BagState state, BagEvent event, long nowMillis) {
    if (state instanceof BagState.Open open
        && event instanceof BagEvent.MessageReceived(Message.Results results)) {
      Optional<ReservationId> owner =
          open.parts().stream()
              .filter(part -> !part.remainingTasks().intersect(results.endedTasks()).isEmpty())
              .map(RunningPart::id)
              .findFirst();
      return right.handle(
          state,
          new BagEvent.MessageReceived(
              new Message.Results(
                  owner.orElse(results.id()),
                  results.endedTasks(),
                  results.lastEndedMillis(),
                  results.bill())),
          nowMillis);
    }
    return right.handle(state, event, nowMillis);
  }

  private static BagTransition doneStaysLeft(
      BagStateMachine right, BagState state, BagEvent event, long nowMillis) {
    BagTransition after = right.handle(state, event, nowMillis);
    return state instanceof BagState.Open before
            && event instanceof BagEvent.MessageReceived(Message.Results results)
        ? BagStateEdits.change(
            after,
            open ->
                BagStateEdits.withEachPart(
                    open,
                    part ->
                        BagStateEdits.part(before, part.id())
                            .filter(was -> was.id().equals(results.id()))
                            .map(was -> BagStateEdits.with(part, was.remainingTasks()))
                            .orElse(part)))
        : after;
  }

  private static BagTransition allNamedCount(
      BagStateMachine right, BagState state, BagEvent event, long nowMillis) {
    BagTransition after = right.handle(state, event, nowMillis);
    if (!(event instanceof BagEvent.MessageReceived(Message.Results results))) {
      return after;
    }
    TaskSet named = results.endedTasks();
    List<BagEffect> effects = new ArrayList<>(after.effects());
    effects.replaceAll(
        effect ->
            effect instanceof BagEffect.AcceptResults counted
                ? new BagEffect.AcceptResults(counted.part(), named)
                : effect);
    boolean counts = effects.stream().anyMatch(BagEffect.AcceptResults.class::isInstance);
    return BagStateEdits.change(
        new BagTransition(after.state(), effects),
        open -> counts ? BagStateEdits.with(open, open.doneTasks().plus(named)) : open);
  }

  private static BagTransition unknownResultsIgnored(
      BagStateMachine right, BagState state, BagEvent event, long nowMillis) {
    BagTransition after = right.handle(state, event, nowMillis);
    return event instanceof BagEvent.MessageReceived(Message.Results results)
        ? BagStateEdits.without(
            after,
            effect ->
                effect instanceof BagEffect.Send(var to, Message.Release(ReservationId id))
                    && id.equals(results.id()))
        : after;
  }

  private static BagTransition endedBagIsSilent(
      BagStateMachine right, BagState state, BagEvent event, long nowMillis) {
    return state instanceof BagState.Ended
        ? new BagTransition(state, List.of())
        : right.handle(state, event, nowMillis);
  }

  private static BagTransition endedBagJudgedAgain(
      BagStateMachine right, BagState state, BagEvent event, long nowMillis) {
    BagTransition after = right.handle(state, event, nowMillis);
    long byMillis =
        state instanceof BagState.Ended ended
            ? ended.promise().map(Promise::completionMillis).orElse(Time.NEVER)
            : Time.NEVER;
    if (byMillis < nowMillis - GRACE_MILLIS
        && state instanceof BagState.Ended ended
        && event instanceof BagEvent.MessageReceived(Message.Results results)) {
      Breach breach =
          new Breach(Breach.Cause.REPORTED_TOO_LATE, results.provider(), byMillis, nowMillis);
      return new BagTransition(
          new BagState.Ended(
              ended.id(),
              ended.bag(),
              ended.ending(),
              ended.doneTasks(),
              ended.promise(),
              Optional.of(breach),
              ended.endedMillis(),
              ended.paid()),
          after.effects());
    }
    return after;
  }

  private static BagTransition doneOneEarly(
      BagStateMachine right, BagState state, BagEvent event, long nowMillis) {
    return BagStateEdits.change(
        right.handle(state, event, nowMillis),
        open ->
            open.promise().isPresent() && open.doneTasks().size() + 1 == open.bag().tasks()
                ? BagStateEdits.end(open)
                : open);
  }

  private static BagTransition nobodyInquires(
      BagStateMachine right, BagState state, BagEvent event, long nowMillis) {
    return BagStateEdits.change(
        right.handle(state, event, nowMillis),
        open -> BagStateEdits.withEachPart(open, part -> inquired(part, part.unansweredInquiries(), Time.NEVER)));
  }

  private static BagTransition silenceAddsUp(
      BagStateMachine right, BagState state, BagEvent event, long nowMillis) {
    BagTransition after = right.handle(state, event, nowMillis);
    return state instanceof BagState.Open before
        ? BagStateEdits.change(
            after,
            open ->
                BagStateEdits.withEachPart(
                    open,
                    part -> {
                      int asked =
                          BagStateEdits.part(before, part.id()).map(RunningPart::unansweredInquiries).orElse(0);
                      return inquired(
                          part, Math.max(asked, part.unansweredInquiries()), part.nextInquiryMillis());
                    }))
        : after;
  }

  private static BagTransition trustedAgainTooSoon(
      BagStateMachine right, BagState state, BagEvent event, long nowMillis) {
    return state instanceof BagState.Open open
            && event instanceof BagEvent.MessageReceived(Message.Results results)
        ? right.handle(
            BagStateEdits.withEachPart(
                open, part -> part.id().equals(results.id()) ? trusted(part) : part),
            event,
            nowMillis)
        : right.handle(state, event, nowMillis);
  }

  private static BagTransition breachNotRecorded(
      BagStateMachine right, BagState state, BagEvent event, long nowMillis) {
    BagTransition after = right.handle(state, event, nowMillis);
    return after.state() instanceof BagState.Ended ended
        ? new BagTransition(
            new BagState.Ended(
                ended.id(),
                ended.bag(),
                ended.ending(),
                ended.doneTasks(),
                ended.promise(),
                Optional.empty(),
                ended.endedMillis(),
                ended.paid()),
            after.effects())
        : after;
  }

  private static BagTransition graceSubtracted(
      BagStateMachine right, BagState state, BagEvent event, long nowMillis) {
    return event instanceof BagEvent.MessageReceived(Message.Results results)
        ? right.handle(state, event, nowMillis + 2 * GRACE_MILLIS)
        : right.handle(state, event, nowMillis);
  }

  private static BagTransition substituteBlamed(
      BagStateMachine right, BagState state, BagEvent event, long nowMillis) {
    return BagStateEdits.change(
        right.handle(state, event, nowMillis),
        open -> BagStateEdits.withEachPart(open, ResultBugs::forItself));
  }

  private static BagTransition endTakenAsHeard(
      BagStateMachine right, BagState state, BagEvent event, long nowMillis) {
    return event instanceof BagEvent.MessageReceived(Message.Results results)
        ? right.handle(
            state,
            new BagEvent.MessageReceived(
                new Message.Results(results.id(), results.endedTasks(), nowMillis, results.bill())),
            nowMillis)
        : right.handle(state, event, nowMillis);
  }

  private static RunningPart inquired(RunningPart part, int unanswered, long inquireMillis) {
    return new RunningPart(
        part.id(),
        part.remainingTasks(),
        part.completionMillis(),
        part.forecastMillis(),
        unanswered,
        inquireMillis,
        part.originalFault(),
        part.fault(),
        part.contract());
  }

  private static RunningPart trusted(RunningPart part) {
    return new RunningPart(
        part.id(),
        part.remainingTasks(),
        part.completionMillis(),
        part.forecastMillis(),
        part.unansweredInquiries(),
        part.nextInquiryMillis(),
        part.originalFault(),
        Optional.empty(),
        part.contract());
  }

  private static RunningPart forItself(RunningPart part) {
    return new RunningPart(
        part.id(),
        part.remainingTasks(),
        part.completionMillis(),
        part.forecastMillis(),
        part.unansweredInquiries(),
        part.nextInquiryMillis(),
        Optional.empty(),
        part.fault(),
        part.contract());
  }
}

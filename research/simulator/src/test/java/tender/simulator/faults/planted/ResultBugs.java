package tender.simulator.faults.planted;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.BagStateMachine;
import tender.core.metascheduler.state.BagTransition;
import tender.core.metascheduler.state.Breach;
import tender.core.metascheduler.state.Promise;
import tender.core.metascheduler.state.RunningPart;
import tender.core.model.TaskSet;
import tender.core.model.Time;

/** Bugs of the metascheduler while parts run: which results count, and which provider is blamed. */
final class ResultBugs {
  private static final long GRACE_MILLIS = 5_000;

  private ResultBugs() {}

  static List<PlantedBug> all() {
    return List.of(
        PlantedBug.inRules(
            "owner-found-by-task",
            "Results are credited to the tasks' owner, not to the reservation that sent them.",
            ResultBugs::ownerFoundByTask),
        PlantedBug.inRules(
            "done-tasks-remain",
            "Tasks with accepted results are not removed from their part's remaining tasks.",
            ResultBugs::doneTasksRemain),
        PlantedBug.inRules(
            "all-reported-accepted",
            "All reported tasks are accepted, even those that the part no longer owns.",
            ResultBugs::allReportedAccepted),
        PlantedBug.inRules(
            "unknown-results-ignored",
            "Results of a part without remaining tasks are ignored, so it is never released.",
            ResultBugs::unknownResultsIgnored),
        PlantedBug.inRules(
            "ended-bag-never-answers",
            "An ended bag answers no message, so its parts are never released.",
            ResultBugs::endedBagNeverAnswers),
        PlantedBug.inRules(
            "ended-bag-breached-again",
            "Results that are repeated after the end of the bag are recorded as a breach.",
            ResultBugs::endedBagBreachedAgain),
        PlantedBug.inRules(
            "done-one-early",
            "A bag is done when all tasks but one are: the count starts at one.",
            ResultBugs::doneOneEarly),
        PlantedBug.inRules(
            "no-inquiries",
            "The metascheduler never inquires after a running part.",
            ResultBugs::noInquiries),
        PlantedBug.inRules(
            "unanswered-never-reset",
            "Unanswered inquiries are counted from the start, not since the last answer.",
            ResultBugs::unansweredNeverReset),
        PlantedBug.inRules(
            "trusted-again-too-soon",
            "A lost provider is trusted again at its first message, although its tasks are already"
                + " being placed.",
            ResultBugs::trustedAgainTooSoon),
        PlantedBug.inRules(
            "breach-not-recorded",
            "Late results are accepted, but the breach is not recorded.",
            ResultBugs::breachNotRecorded),
        PlantedBug.inRules(
            "grace-subtracted",
            "The grace for results in transit is subtracted from the promised time, not added.",
            ResultBugs::graceSubtracted),
        PlantedBug.inRules(
            "replacement-blamed",
            "The replacement of a failed provider is blamed for that provider's failure.",
            ResultBugs::replacementBlamed),
        PlantedBug.inRules(
            "end-taken-as-receipt",
            "The time when results arrive is taken for the end of the tasks.",
            ResultBugs::endTakenAsReceipt));
  }

  private static BagTransition ownerFoundByTask(
      BagStateMachine correct, BagState state, BagEvent event, long nowMillis) {
    if (state instanceof BagState.Open open
        && event instanceof BagEvent.MessageReceived(Message.Results results)) {
      Optional<ReservationId> owner =
          open.parts().stream()
              .filter(part -> !part.remainingTasks().intersect(results.endedTasks()).isEmpty())
              .map(RunningPart::id)
              .findFirst();
      return correct.handle(
          state,
          new BagEvent.MessageReceived(
              new Message.Results(
                  owner.orElse(results.id()),
                  results.endedTasks(),
                  results.lastEndedMillis(),
                  results.bill())),
          nowMillis);
    }
    return correct.handle(state, event, nowMillis);
  }

  private static BagTransition doneTasksRemain(
      BagStateMachine correct, BagState state, BagEvent event, long nowMillis) {
    BagTransition after = correct.handle(state, event, nowMillis);
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

  private static BagTransition allReportedAccepted(
      BagStateMachine correct, BagState state, BagEvent event, long nowMillis) {
    BagTransition after = correct.handle(state, event, nowMillis);
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
      BagStateMachine correct, BagState state, BagEvent event, long nowMillis) {
    BagTransition after = correct.handle(state, event, nowMillis);
    return event instanceof BagEvent.MessageReceived(Message.Results results)
        ? BagStateEdits.without(
            after,
            effect ->
                effect instanceof BagEffect.Send(var to, Message.Release(ReservationId id))
                    && id.equals(results.id()))
        : after;
  }

  private static BagTransition endedBagNeverAnswers(
      BagStateMachine correct, BagState state, BagEvent event, long nowMillis) {
    return state instanceof BagState.Ended
        ? new BagTransition(state, List.of())
        : correct.handle(state, event, nowMillis);
  }

  private static BagTransition endedBagBreachedAgain(
      BagStateMachine correct, BagState state, BagEvent event, long nowMillis) {
    BagTransition after = correct.handle(state, event, nowMillis);
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
      BagStateMachine correct, BagState state, BagEvent event, long nowMillis) {
    return BagStateEdits.change(
        correct.handle(state, event, nowMillis),
        open ->
            open.promise().isPresent() && open.doneTasks().size() + 1 == open.bag().tasks()
                ? BagStateEdits.end(open)
                : open);
  }

  private static BagTransition noInquiries(
      BagStateMachine correct, BagState state, BagEvent event, long nowMillis) {
    return BagStateEdits.change(
        correct.handle(state, event, nowMillis),
        open ->
            BagStateEdits.withEachPart(
                open, part -> inquired(part, part.unansweredInquiries(), Time.NEVER)));
  }

  private static BagTransition unansweredNeverReset(
      BagStateMachine correct, BagState state, BagEvent event, long nowMillis) {
    BagTransition after = correct.handle(state, event, nowMillis);
    return state instanceof BagState.Open before
        ? BagStateEdits.change(
            after,
            open ->
                BagStateEdits.withEachPart(
                    open,
                    part -> {
                      int unanswered =
                          BagStateEdits.part(before, part.id())
                              .map(RunningPart::unansweredInquiries)
                              .orElse(0);
                      return inquired(
                          part,
                          Math.max(unanswered, part.unansweredInquiries()),
                          part.nextInquiryMillis());
                    }))
        : after;
  }

  private static BagTransition trustedAgainTooSoon(
      BagStateMachine correct, BagState state, BagEvent event, long nowMillis) {
    return state instanceof BagState.Open open
            && event instanceof BagEvent.MessageReceived(Message.Results results)
        ? correct.handle(
            BagStateEdits.withEachPart(
                open, part -> part.id().equals(results.id()) ? trusted(part) : part),
            event,
            nowMillis)
        : correct.handle(state, event, nowMillis);
  }

  private static BagTransition breachNotRecorded(
      BagStateMachine correct, BagState state, BagEvent event, long nowMillis) {
    BagTransition after = correct.handle(state, event, nowMillis);
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
      BagStateMachine correct, BagState state, BagEvent event, long nowMillis) {
    return event instanceof BagEvent.MessageReceived(Message.Results results)
        ? correct.handle(state, event, nowMillis + 2 * GRACE_MILLIS)
        : correct.handle(state, event, nowMillis);
  }

  private static BagTransition replacementBlamed(
      BagStateMachine correct, BagState state, BagEvent event, long nowMillis) {
    return BagStateEdits.change(
        correct.handle(state, event, nowMillis),
        open -> BagStateEdits.withEachPart(open, ResultBugs::withoutOriginalFault));
  }

  private static BagTransition endTakenAsReceipt(
      BagStateMachine correct, BagState state, BagEvent event, long nowMillis) {
    return event instanceof BagEvent.MessageReceived(Message.Results results)
        ? correct.handle(
            state,
            new BagEvent.MessageReceived(
                new Message.Results(results.id(), results.endedTasks(), nowMillis, results.bill())),
            nowMillis)
        : correct.handle(state, event, nowMillis);
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
        part.contract(),
        Optional.empty());
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
        part.contract(),
        Optional.empty());
  }

  private static RunningPart withoutOriginalFault(RunningPart part) {
    return new RunningPart(
        part.id(),
        part.remainingTasks(),
        part.completionMillis(),
        part.forecastMillis(),
        part.unansweredInquiries(),
        part.nextInquiryMillis(),
        Optional.empty(),
        part.fault(),
        part.contract(),
        Optional.empty());
  }
}

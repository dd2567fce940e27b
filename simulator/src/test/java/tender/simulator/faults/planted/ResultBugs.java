package tender.simulator.faults.planted;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.BagEffect;
import tender.core.metascheduler.BagEvent;
import tender.core.metascheduler.BagRules;
import tender.core.metascheduler.BagState;
import tender.core.metascheduler.Breach;
import tender.core.metascheduler.Promise;
import tender.core.metascheduler.RunningPart;
import tender.core.metascheduler.Transition;
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

  private static Transition ownerFoundByTask(
      BagRules right, BagState state, BagEvent event, long nowMillis) {
    if (state instanceof BagState.Open open
        && event instanceof BagEvent.Received(Message.Results results)) {
      Optional<ReservationId> owner =
          open.parts().stream()
              .filter(part -> !part.left().and(results.ended()).isEmpty())
              .map(RunningPart::id)
              .findFirst();
      return right.handle(
          state,
          new BagEvent.Received(
              new Message.Results(
                  owner.orElse(results.id()),
                  results.ended(),
                  results.endedMillis(),
                  results.bill())),
          nowMillis);
    }
    return right.handle(state, event, nowMillis);
  }

  private static Transition doneStaysLeft(
      BagRules right, BagState state, BagEvent event, long nowMillis) {
    Transition after = right.handle(state, event, nowMillis);
    return state instanceof BagState.Open before
            && event instanceof BagEvent.Received(Message.Results results)
        ? OpenBag.change(
            after,
            open ->
                OpenBag.withEachPart(
                    open,
                    part ->
                        OpenBag.part(before, part.id())
                            .filter(was -> was.id().equals(results.id()))
                            .map(was -> OpenBag.with(part, was.left()))
                            .orElse(part)))
        : after;
  }

  private static Transition allNamedCount(
      BagRules right, BagState state, BagEvent event, long nowMillis) {
    Transition after = right.handle(state, event, nowMillis);
    if (!(event instanceof BagEvent.Received(Message.Results results))) {
      return after;
    }
    TaskSet named = results.ended();
    List<BagEffect> effects = new ArrayList<>(after.effects());
    effects.replaceAll(
        effect ->
            effect instanceof BagEffect.Counted counted
                ? new BagEffect.Counted(counted.by(), named)
                : effect);
    boolean counts = effects.stream().anyMatch(BagEffect.Counted.class::isInstance);
    return OpenBag.change(
        new Transition(after.state(), effects),
        open -> counts ? OpenBag.with(open, open.done().plus(named)) : open);
  }

  private static Transition unknownResultsIgnored(
      BagRules right, BagState state, BagEvent event, long nowMillis) {
    Transition after = right.handle(state, event, nowMillis);
    return event instanceof BagEvent.Received(Message.Results results)
        ? OpenBag.without(
            after,
            effect ->
                effect instanceof BagEffect.Send(var to, Message.Release(ReservationId id))
                    && id.equals(results.id()))
        : after;
  }

  private static Transition endedBagIsSilent(
      BagRules right, BagState state, BagEvent event, long nowMillis) {
    return state instanceof BagState.Ended
        ? new Transition(state, List.of())
        : right.handle(state, event, nowMillis);
  }

  private static Transition endedBagJudgedAgain(
      BagRules right, BagState state, BagEvent event, long nowMillis) {
    Transition after = right.handle(state, event, nowMillis);
    long byMillis =
        state instanceof BagState.Ended ended
            ? ended.promise().map(Promise::byMillis).orElse(Time.NEVER)
            : Time.NEVER;
    if (byMillis < nowMillis - GRACE_MILLIS
        && state instanceof BagState.Ended ended
        && event instanceof BagEvent.Received(Message.Results results)) {
      Breach breach =
          new Breach(Breach.Cause.HEARD_TOO_LATE, results.provider(), byMillis, nowMillis);
      return new Transition(
          new BagState.Ended(
              ended.id(),
              ended.bag(),
              ended.ending(),
              ended.done(),
              ended.promise(),
              Optional.of(breach),
              ended.endedMillis(),
              ended.paid()),
          after.effects());
    }
    return after;
  }

  private static Transition doneOneEarly(
      BagRules right, BagState state, BagEvent event, long nowMillis) {
    return OpenBag.change(
        right.handle(state, event, nowMillis),
        open ->
            open.promise().isPresent() && open.done().size() + 1 == open.bag().tasks()
                ? OpenBag.end(open)
                : open);
  }

  private static Transition nobodyInquires(
      BagRules right, BagState state, BagEvent event, long nowMillis) {
    return OpenBag.change(
        right.handle(state, event, nowMillis),
        open -> OpenBag.withEachPart(open, part -> inquired(part, part.unanswered(), Time.NEVER)));
  }

  private static Transition silenceAddsUp(
      BagRules right, BagState state, BagEvent event, long nowMillis) {
    Transition after = right.handle(state, event, nowMillis);
    return state instanceof BagState.Open before
        ? OpenBag.change(
            after,
            open ->
                OpenBag.withEachPart(
                    open,
                    part -> {
                      int asked =
                          OpenBag.part(before, part.id()).map(RunningPart::unanswered).orElse(0);
                      return inquired(
                          part, Math.max(asked, part.unanswered()), part.inquireMillis());
                    }))
        : after;
  }

  private static Transition trustedAgainTooSoon(
      BagRules right, BagState state, BagEvent event, long nowMillis) {
    return state instanceof BagState.Open open
            && event instanceof BagEvent.Received(Message.Results results)
        ? right.handle(
            OpenBag.withEachPart(
                open, part -> part.id().equals(results.id()) ? trusted(part) : part),
            event,
            nowMillis)
        : right.handle(state, event, nowMillis);
  }

  private static Transition breachNotRecorded(
      BagRules right, BagState state, BagEvent event, long nowMillis) {
    Transition after = right.handle(state, event, nowMillis);
    return after.state() instanceof BagState.Ended ended
        ? new Transition(
            new BagState.Ended(
                ended.id(),
                ended.bag(),
                ended.ending(),
                ended.done(),
                ended.promise(),
                Optional.empty(),
                ended.endedMillis(),
                ended.paid()),
            after.effects())
        : after;
  }

  private static Transition graceSubtracted(
      BagRules right, BagState state, BagEvent event, long nowMillis) {
    return event instanceof BagEvent.Received(Message.Results results)
        ? right.handle(state, event, nowMillis + 2 * GRACE_MILLIS)
        : right.handle(state, event, nowMillis);
  }

  private static Transition substituteBlamed(
      BagRules right, BagState state, BagEvent event, long nowMillis) {
    return OpenBag.change(
        right.handle(state, event, nowMillis),
        open -> OpenBag.withEachPart(open, ResultBugs::forItself));
  }

  private static Transition endTakenAsHeard(
      BagRules right, BagState state, BagEvent event, long nowMillis) {
    return event instanceof BagEvent.Received(Message.Results results)
        ? right.handle(
            state,
            new BagEvent.Received(
                new Message.Results(results.id(), results.ended(), nowMillis, results.bill())),
            nowMillis)
        : right.handle(state, event, nowMillis);
  }

  private static RunningPart inquired(RunningPart part, int unanswered, long inquireMillis) {
    return new RunningPart(
        part.id(),
        part.left(),
        part.byMillis(),
        part.expectedMillis(),
        unanswered,
        inquireMillis,
        part.insteadOf(),
        part.lost(),
        part.deal());
  }

  private static RunningPart trusted(RunningPart part) {
    return new RunningPart(
        part.id(),
        part.left(),
        part.byMillis(),
        part.expectedMillis(),
        part.unanswered(),
        part.inquireMillis(),
        part.insteadOf(),
        Optional.empty(),
        part.deal());
  }

  private static RunningPart forItself(RunningPart part) {
    return new RunningPart(
        part.id(),
        part.left(),
        part.byMillis(),
        part.expectedMillis(),
        part.unanswered(),
        part.inquireMillis(),
        Optional.empty(),
        part.lost(),
        part.deal());
  }
}

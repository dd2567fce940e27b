package tender.simulator.faults.planted;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.BagStateMachine;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.Promise;
import tender.core.metascheduler.state.RunningPart;
import tender.core.metascheduler.state.PlacementState;
import tender.core.metascheduler.state.BagTransition;
import tender.core.model.TaskSet;
import tender.core.model.Time;

/** Mistakes of the metascheduler up to the promise, and when tasks are tendered again. */
final class TenderBugs {
  private TenderBugs() {}

  static List<PlantedBug> all() {
    return List.of(
        PlantedBug.inRules(
            "promise-when-reserved",
            "The promise is given when all parts are reserved.",
            TenderBugs::promiseWhenReserved),
        PlantedBug.inRules(
            "promise-at-first-commit",
            "The promise is given when the first provider has committed.",
            TenderBugs::promiseAtFirstCommit),
        PlantedBug.inRules(
            "attempt-not-compared",
            "Answers are matched by call and provider; an answer to an earlier attempt passes.",
            TenderBugs::attemptNotCompared),
        PlantedBug.inRules(
            "refused-part-stays",
            "Parts stay in the books when a commitment is refused and the rest is tried again.",
            TenderBugs::refusedPartStays),
        PlantedBug.inRules(
            "waits-for-all-offers",
            "Offers are composed when everybody has answered, and not before.",
            TenderBugs::waitsForAllOffers),
        PlantedBug.inRules(
            "tells-for-ever",
            "A commitment is told until it is confirmed, however often.",
            TenderBugs::tellsForEver),
        PlantedBug.inRules(
            "second-call-one-short",
            "A bag that is called again is called for one task too few.",
            TenderBugs::secondCallOneShort),
        PlantedBug.inRules(
            "lost-part-struck-at-once",
            "A part is struck out when its provider is given up on, not when others have it.",
            TenderBugs::lostPartStruckAtOnce),
        PlantedBug.inRules(
            "all-lost-parts-struck",
            "When tasks have new owners, all lost parts are struck out, also those lost since.",
            TenderBugs::allLostPartsStruck),
        PlantedBug.inRules(
            "former-owner-stays",
            "Tasks that went to new owners are left to the former one as well.",
            TenderBugs::formerOwnerStays),
        PlantedBug.inRules(
            "done-committed-again",
            "Tasks whose results came while they were tendered again are committed all the same.",
            TenderBugs::doneCommittedAgain),
        PlantedBug.inRules(
            "promise-made-anew",
            "When tasks have new owners the promise is made anew, with the new completion.",
            TenderBugs::promiseMadeAnew),
        PlantedBug.inRules(
            "dropped-without-a-word",
            "A promised bag whose lost tasks nobody wants now is ended without a breach.",
            TenderBugs::droppedWithoutAWord));
  }

  private static BagTransition promiseWhenReserved(
      BagStateMachine right, BagState state, BagEvent event, long nowMillis) {
    BagTransition after = right.handle(state, event, nowMillis);
    if (!isTender(state, PlacementState.Reserving.class)) {
      return after;
    }
    List<BagEffect> effects = new ArrayList<>(after.effects());
    BagState confirmed = after.state();
    for (ReservationId id : unconfirmed(after.state())) {
      BagEvent committed = new BagEvent.MessageReceived(new Message.Committed(id));
      BagTransition next = right.handle(confirmed, committed, nowMillis);
      effects.addAll(next.effects());
      confirmed = next.state();
    }
    return new BagTransition(confirmed, effects);
  }

  private static BagTransition promiseAtFirstCommit(
      BagStateMachine right, BagState state, BagEvent event, long nowMillis) {
    if (state instanceof BagState.Open open
        && event instanceof BagEvent.MessageReceived(Message.Committed(ReservationId id))
        && open.placement().orElse(null) instanceof PlacementState.Committing committing
        && committing.unconfirmed().contains(id)) {
      PlacementState last = told(committing, List.of(id), committing.timesSent());
      return right.handle(BagStateEdits.with(open, last), event, nowMillis);
    }
    return right.handle(state, event, nowMillis);
  }

  private static BagTransition attemptNotCompared(
      BagStateMachine right, BagState state, BagEvent event, long nowMillis) {
    int attempt = attempt(state, event);
    BagEvent matched =
        attempt > 0 && event instanceof BagEvent.MessageReceived(Message.ReservationAnswer answer)
            ? new BagEvent.MessageReceived(ofAttempt(answer, attempt))
            : event;
    return right.handle(state, matched, nowMillis);
  }

  private static int attempt(BagState state, BagEvent event) {
    if (state instanceof BagState.Open open
        && event instanceof BagEvent.MessageReceived(Message.ReservationAnswer answer)) {
      return switch (open.placement().orElse(null)) {
        case PlacementState.Reserving reserving when isOf(reserving.call(), answer) -> reserving.attempt();
        case PlacementState.Committing committing when isOf(committing.call(), answer) ->
            committing.attempt();
        case null, default -> 0;
      };
    }
    return 0;
  }

  private static boolean isOf(PlacementState.CollectingOffers calling, Message.ReservationAnswer answer) {
    return calling.call().equals(answer.call());
  }

  private static Message.ReservationAnswer ofAttempt(Message.ReservationAnswer answer, int attempt) {
    ReservationId id = new ReservationId(answer.call(), attempt, answer.provider());
    return switch (answer) {
      case Message.Reserved reserved -> new Message.Reserved(id, reserved.leaseExpiresMillis());
      case Message.Refused refused -> new Message.Refused(id, refused.reason(), refused.alternatives());
      case Message.Committed committed -> new Message.Committed(id);
      case Message.Results results -> results;
      case Message.CompletionChanged expected -> expected;
    };
  }

  private static BagTransition refusedPartStays(
      BagStateMachine right, BagState state, BagEvent event, long nowMillis) {
    BagTransition after = right.handle(state, event, nowMillis);
    return state instanceof BagState.Open before
            && event instanceof BagEvent.MessageReceived(Message.Refused refused)
            && unconfirmed(state).contains(refused.id())
        ? BagStateEdits.change(after, open -> BagStateEdits.withPartsAgain(open, before.parts()))
        : after;
  }

  private static BagTransition waitsForAllOffers(
      BagStateMachine right, BagState state, BagEvent event, long nowMillis) {
    return BagStateEdits.change(
        right.handle(state, event, nowMillis),
        open ->
            open.placement().orElse(null) instanceof PlacementState.CollectingOffers calling
                ? BagStateEdits.with(open, calling(calling, calling.tasks(), Time.NEVER))
                : open);
  }

  private static BagTransition tellsForEver(
      BagStateMachine right, BagState state, BagEvent event, long nowMillis) {
    return state instanceof BagState.Open open
            && open.placement().orElse(null) instanceof PlacementState.Committing committing
        ? right.handle(BagStateEdits.with(open, told(committing, committing.unconfirmed(), 0)), event, nowMillis)
        : right.handle(state, event, nowMillis);
  }

  private static BagTransition secondCallOneShort(
      BagStateMachine right, BagState state, BagEvent event, long nowMillis) {
    return BagStateEdits.change(
        right.handle(state, event, nowMillis),
        open ->
            open.placement().orElse(null) instanceof PlacementState.CollectingOffers calling
                    && !calledAs(state).equals(Optional.of(calling.call()))
                    && calling.tasks().size() > 1
                ? BagStateEdits.with(
                    open,
                    calling(
                        calling,
                        calling.tasks().lowest(calling.tasks().size() - 1),
                        calling.timerMillis()))
                : open);
  }

  private static Optional<CallId> calledAs(BagState state) {
    return state instanceof BagState.Open open
            && open.placement().orElse(null) instanceof PlacementState.CollectingOffers calling
        ? Optional.of(calling.call())
        : Optional.empty();
  }

  private static BagTransition lostPartStruckAtOnce(
      BagStateMachine right, BagState state, BagEvent event, long nowMillis) {
    return BagStateEdits.change(
        right.handle(state, event, nowMillis),
        open -> BagStateEdits.withoutParts(open, part -> part.fault().isPresent()));
  }

  private static BagTransition allLostPartsStruck(
      BagStateMachine right, BagState state, BagEvent event, long nowMillis) {
    BagTransition after = right.handle(state, event, nowMillis);
    return isDecision(state, after)
        ? BagStateEdits.change(after, open -> BagStateEdits.withoutParts(open, part -> part.fault().isPresent()))
        : after;
  }

  private static BagTransition formerOwnerStays(
      BagStateMachine right, BagState state, BagEvent event, long nowMillis) {
    BagTransition after = right.handle(state, event, nowMillis);
    if (!isDecision(state, after) || !(state instanceof BagState.Open before)) {
      return after;
    }
    List<RunningPart> lost =
        before.parts().stream().filter(part -> part.fault().isPresent()).toList();
    return BagStateEdits.change(after, open -> BagStateEdits.withPartsAgain(open, lost));
  }

  private static BagTransition doneCommittedAgain(
      BagStateMachine right, BagState state, BagEvent event, long nowMillis) {
    BagTransition after = right.handle(state, event, nowMillis);
    if (isDecision(state, after)
        && state instanceof BagState.Open before
        && before.placement().orElse(null) instanceof PlacementState.Reserving reserving) {
      TaskSet again = reserving.tasks().intersect(before.doneTasks());
      return BagStateEdits.change(
          after,
          open ->
              BagStateEdits.withEachPart(
                  open,
                  part ->
                      part.equals(open.parts().getLast())
                          ? BagStateEdits.with(part, part.remainingTasks().plus(again))
                          : part));
    }
    return after;
  }

  private static BagTransition promiseMadeAnew(
      BagStateMachine right, BagState state, BagEvent event, long nowMillis) {
    BagTransition after = right.handle(state, event, nowMillis);
    return state instanceof BagState.Open before
            && before.placement().orElse(null) instanceof PlacementState.Committing committing
        ? BagStateEdits.change(
            after,
            open ->
                open.placement().isEmpty()
                    ? BagStateEdits.with(open, new Promise(committing.composition()))
                    : open)
        : after;
  }

  private static BagTransition droppedWithoutAWord(
      BagStateMachine right, BagState state, BagEvent event, long nowMillis) {
    return BagStateEdits.change(
        right.handle(state, event, nowMillis),
        open -> open.placement().orElse(null) instanceof PlacementState.BackingOff ? BagStateEdits.end(open) : open);
  }

  /** Whether all parts were reserved just now. */
  private static boolean isDecision(BagState before, BagTransition after) {
    return isTender(before, PlacementState.Reserving.class)
        && isTender(after.state(), PlacementState.Committing.class);
  }

  private static boolean isTender(BagState state, Class<? extends PlacementState> kind) {
    return state instanceof BagState.Open open
        && open.placement().filter(kind::isInstance).isPresent();
  }

  private static List<ReservationId> unconfirmed(BagState state) {
    return state instanceof BagState.Open open
            && open.placement().orElse(null) instanceof PlacementState.Committing committing
        ? committing.unconfirmed()
        : List.of();
  }

  private static PlacementState.Committing told(
      PlacementState.Committing committing, List<ReservationId> open, int said) {
    return new PlacementState.Committing(
        committing.call(),
        committing.attempt(),
        committing.composition(),
        open,
        said,
        committing.timerMillis());
  }

  private static PlacementState.CollectingOffers calling(PlacementState.CollectingOffers calling, TaskSet tasks, long untilMillis) {
    return new PlacementState.CollectingOffers(
        calling.call(),
        tasks,
        calling.originalFault(),
        calling.calledProviders(),
        calling.replies(),
        calling.estimateStatus(),
        calling.calledMillis(),
        untilMillis,
        calling.penaltyPermille());
  }
}

package tender.simulator.faults.planted;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.BagStateMachine;
import tender.core.metascheduler.state.BagTransition;
import tender.core.metascheduler.state.PlacementState;
import tender.core.metascheduler.state.Promise;
import tender.core.metascheduler.state.RunningPart;
import tender.core.model.TaskSet;
import tender.core.model.Time;

/** Bugs of the metascheduler before the promise, and when lost tasks are placed again. */
final class PlacementBugs {
  private PlacementBugs() {}

  static List<PlantedBug> all() {
    return List.of(
        PlantedBug.inRules(
            "promise-when-reserved",
            "The promise is made when all parts are reserved.",
            PlacementBugs::promiseWhenReserved),
        PlantedBug.inRules(
            "promise-at-first-commit",
            "The promise is made when the first provider has committed.",
            PlacementBugs::promiseAtFirstCommit),
        PlantedBug.inRules(
            "attempt-not-compared",
            "Answers are matched by call and provider, so an earlier attempt's answer is accepted.",
            PlacementBugs::attemptNotCompared),
        PlantedBug.inRules(
            "refused-part-kept",
            "Parts of an attempt in which a commit was refused stay in the bag.",
            PlacementBugs::refusedPartKept),
        PlantedBug.inRules(
            "waits-for-all-offers",
            "Offers are composed only after every provider has answered.",
            PlacementBugs::waitsForAllOffers),
        PlantedBug.inRules(
            "further-providers-forgotten",
            "A bag whose first wave of calls brings too few offers is refused.",
            PlacementBugs::furtherProvidersForgotten),
        PlantedBug.inRules(
            "commit-repeated-forever",
            "A commit is repeated without limit until the provider confirms it.",
            PlacementBugs::commitRepeatedForever),
        PlantedBug.inRules(
            "second-call-one-short",
            "The second call for a bag asks for one task too few.",
            PlacementBugs::secondCallOneShort),
        PlantedBug.inRules(
            "lost-part-removed-early",
            "A lost part is removed immediately, not when its tasks have new owners.",
            PlacementBugs::lostPartRemovedEarly),
        PlantedBug.inRules(
            "all-lost-parts-removed",
            "When tasks get new owners, all lost parts are removed, even those lost since.",
            PlacementBugs::allLostPartsRemoved),
        PlantedBug.inRules(
            "former-owner-kept",
            "Tasks with new owners also stay with their former owner.",
            PlacementBugs::formerOwnerKept),
        PlantedBug.inRules(
            "done-committed-again",
            "Tasks whose results arrived during the new placement are committed again.",
            PlacementBugs::doneCommittedAgain),
        PlantedBug.inRules(
            "promise-replaced",
            "When tasks get new owners, a promise with the new completion time replaces the old.",
            PlacementBugs::promiseReplaced),
        PlantedBug.inRules(
            "dropped-without-breach",
            "A promised bag ends without a breach when no provider accepts its lost tasks.",
            PlacementBugs::droppedWithoutBreach));
  }

  private static BagTransition promiseWhenReserved(
      BagStateMachine correct, BagState state, BagEvent event, long nowMillis) {
    BagTransition after = correct.handle(state, event, nowMillis);
    if (!isPlacing(state, PlacementState.Reserving.class)) {
      return after;
    }
    List<BagEffect> effects = new ArrayList<>(after.effects());
    BagState confirmed = after.state();
    for (ReservationId id : unconfirmed(after.state())) {
      BagEvent committed = new BagEvent.MessageReceived(new Message.Committed(id));
      BagTransition next = correct.handle(confirmed, committed, nowMillis);
      effects.addAll(next.effects());
      confirmed = next.state();
    }
    return new BagTransition(confirmed, effects);
  }

  private static BagTransition promiseAtFirstCommit(
      BagStateMachine correct, BagState state, BagEvent event, long nowMillis) {
    if (state instanceof BagState.Open open
        && event instanceof BagEvent.MessageReceived(Message.Committed(ReservationId id))
        && open.placement().orElse(null) instanceof PlacementState.Committing committing
        && committing.unconfirmed().contains(id)) {
      PlacementState last = withUnconfirmed(committing, List.of(id), committing.timesSent());
      return correct.handle(BagStateEdits.with(open, last), event, nowMillis);
    }
    return correct.handle(state, event, nowMillis);
  }

  private static BagTransition attemptNotCompared(
      BagStateMachine correct, BagState state, BagEvent event, long nowMillis) {
    int attempt = attempt(state, event);
    BagEvent matched =
        attempt > 0 && event instanceof BagEvent.MessageReceived(Message.ReservationAnswer answer)
            ? new BagEvent.MessageReceived(ofAttempt(answer, attempt))
            : event;
    return correct.handle(state, matched, nowMillis);
  }

  private static int attempt(BagState state, BagEvent event) {
    if (state instanceof BagState.Open open
        && event instanceof BagEvent.MessageReceived(Message.ReservationAnswer answer)) {
      return switch (open.placement().orElse(null)) {
        case PlacementState.Reserving reserving when isOf(reserving.call(), answer) ->
            reserving.attempt();
        case PlacementState.Committing committing when isOf(committing.call(), answer) ->
            committing.attempt();
        case null, default -> 0;
      };
    }
    return 0;
  }

  private static boolean isOf(
      PlacementState.CollectingOffers calling, Message.ReservationAnswer answer) {
    return calling.call().equals(answer.call());
  }

  private static Message.ReservationAnswer ofAttempt(
      Message.ReservationAnswer answer, int attempt) {
    ReservationId id = new ReservationId(answer.call(), attempt, answer.provider());
    return switch (answer) {
      case Message.Reserved reserved -> new Message.Reserved(id, reserved.leaseExpiresMillis());
      case Message.Refused refused ->
          new Message.Refused(id, refused.reason(), refused.alternatives());
      case Message.Committed committed -> new Message.Committed(id);
      case Message.Results results -> results;
      case Message.CompletionChanged expected -> expected;
    };
  }

  private static BagTransition refusedPartKept(
      BagStateMachine correct, BagState state, BagEvent event, long nowMillis) {
    BagTransition after = correct.handle(state, event, nowMillis);
    return state instanceof BagState.Open before
            && event instanceof BagEvent.MessageReceived(Message.Refused refused)
            && unconfirmed(state).contains(refused.id())
        ? BagStateEdits.change(after, open -> BagStateEdits.withPartsAgain(open, before.parts()))
        : after;
  }

  private static BagTransition waitsForAllOffers(
      BagStateMachine correct, BagState state, BagEvent event, long nowMillis) {
    return BagStateEdits.change(
        correct.handle(state, event, nowMillis),
        open ->
            open.placement().orElse(null) instanceof PlacementState.CollectingOffers calling
                ? BagStateEdits.with(open, calling(calling, calling.tasks(), Time.NEVER))
                : open);
  }

  private static BagTransition furtherProvidersForgotten(
      BagStateMachine correct, BagState state, BagEvent event, long nowMillis) {
    return BagStateEdits.change(
        correct.handle(state, event, nowMillis),
        open ->
            open.placement().orElse(null) instanceof PlacementState.CollectingOffers calling
                ? BagStateEdits.with(open, BagStateEdits.withoutFurtherWaves(calling))
                : open);
  }

  private static BagTransition commitRepeatedForever(
      BagStateMachine correct, BagState state, BagEvent event, long nowMillis) {
    return state instanceof BagState.Open open
            && open.placement().orElse(null) instanceof PlacementState.Committing committing
        ? correct.handle(
            BagStateEdits.with(open, withUnconfirmed(committing, committing.unconfirmed(), 0)),
            event,
            nowMillis)
        : correct.handle(state, event, nowMillis);
  }

  private static BagTransition secondCallOneShort(
      BagStateMachine correct, BagState state, BagEvent event, long nowMillis) {
    return BagStateEdits.change(
        correct.handle(state, event, nowMillis),
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

  private static BagTransition lostPartRemovedEarly(
      BagStateMachine correct, BagState state, BagEvent event, long nowMillis) {
    return BagStateEdits.change(
        correct.handle(state, event, nowMillis),
        open -> BagStateEdits.withoutParts(open, part -> part.fault().isPresent()));
  }

  private static BagTransition allLostPartsRemoved(
      BagStateMachine correct, BagState state, BagEvent event, long nowMillis) {
    BagTransition after = correct.handle(state, event, nowMillis);
    return isDecision(state, after)
        ? BagStateEdits.change(
            after, open -> BagStateEdits.withoutParts(open, part -> part.fault().isPresent()))
        : after;
  }

  private static BagTransition formerOwnerKept(
      BagStateMachine correct, BagState state, BagEvent event, long nowMillis) {
    BagTransition after = correct.handle(state, event, nowMillis);
    if (!isDecision(state, after) || !(state instanceof BagState.Open before)) {
      return after;
    }
    List<RunningPart> lost =
        before.parts().stream().filter(part -> part.fault().isPresent()).toList();
    return BagStateEdits.change(after, open -> BagStateEdits.withPartsAgain(open, lost));
  }

  private static BagTransition doneCommittedAgain(
      BagStateMachine correct, BagState state, BagEvent event, long nowMillis) {
    BagTransition after = correct.handle(state, event, nowMillis);
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

  private static BagTransition promiseReplaced(
      BagStateMachine correct, BagState state, BagEvent event, long nowMillis) {
    BagTransition after = correct.handle(state, event, nowMillis);
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

  private static BagTransition droppedWithoutBreach(
      BagStateMachine correct, BagState state, BagEvent event, long nowMillis) {
    return BagStateEdits.change(
        correct.handle(state, event, nowMillis),
        open ->
            open.placement().orElse(null) instanceof PlacementState.BackingOff
                ? BagStateEdits.end(open)
                : open);
  }

  /** Whether all parts were reserved just now. */
  private static boolean isDecision(BagState before, BagTransition after) {
    return isPlacing(before, PlacementState.Reserving.class)
        && isPlacing(after.state(), PlacementState.Committing.class);
  }

  private static boolean isPlacing(BagState state, Class<? extends PlacementState> kind) {
    return state instanceof BagState.Open open
        && open.placement().filter(kind::isInstance).isPresent();
  }

  private static List<ReservationId> unconfirmed(BagState state) {
    return state instanceof BagState.Open open
            && open.placement().orElse(null) instanceof PlacementState.Committing committing
        ? committing.unconfirmed()
        : List.of();
  }

  private static PlacementState.Committing withUnconfirmed(
      PlacementState.Committing committing, List<ReservationId> unconfirmed, int timesSent) {
    return new PlacementState.Committing(
        committing.call(),
        committing.attempt(),
        committing.composition(),
        unconfirmed,
        timesSent,
        committing.timerMillis());
  }

  private static PlacementState.CollectingOffers calling(
      PlacementState.CollectingOffers calling, TaskSet tasks, long untilMillis) {
    return new PlacementState.CollectingOffers(
        calling.call(),
        tasks,
        calling.originalFault(),
        calling.calledProviders(),
        calling.replies(),
        calling.estimateStatus(),
        calling.calledMillis(),
        untilMillis,
        calling.penaltyPermille(),
        calling.wave());
  }
}

package tender.simulator.faults.planted;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.BagEffect;
import tender.core.metascheduler.BagEvent;
import tender.core.metascheduler.BagRules;
import tender.core.metascheduler.BagState;
import tender.core.metascheduler.Promise;
import tender.core.metascheduler.RunningPart;
import tender.core.metascheduler.Tender;
import tender.core.metascheduler.Transition;
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

  private static Transition promiseWhenReserved(
      BagRules right, BagState state, BagEvent event, long nowMillis) {
    Transition after = right.handle(state, event, nowMillis);
    if (!isTender(state, Tender.Reserving.class)) {
      return after;
    }
    List<BagEffect> effects = new ArrayList<>(after.effects());
    BagState confirmed = after.state();
    for (ReservationId id : unconfirmed(after.state())) {
      BagEvent committed = new BagEvent.Received(new Message.Committed(id));
      Transition next = right.handle(confirmed, committed, nowMillis);
      effects.addAll(next.effects());
      confirmed = next.state();
    }
    return new Transition(confirmed, effects);
  }

  private static Transition promiseAtFirstCommit(
      BagRules right, BagState state, BagEvent event, long nowMillis) {
    if (state instanceof BagState.Open open
        && event instanceof BagEvent.Received(Message.Committed(ReservationId id))
        && open.tender().orElse(null) instanceof Tender.Committing committing
        && committing.open().contains(id)) {
      Tender last = told(committing, List.of(id), committing.said());
      return right.handle(OpenBag.with(open, last), event, nowMillis);
    }
    return right.handle(state, event, nowMillis);
  }

  private static Transition attemptNotCompared(
      BagRules right, BagState state, BagEvent event, long nowMillis) {
    int attempt = attempt(state, event);
    BagEvent matched =
        attempt > 0 && event instanceof BagEvent.Received(Message.Answer answer)
            ? new BagEvent.Received(ofAttempt(answer, attempt))
            : event;
    return right.handle(state, matched, nowMillis);
  }

  private static int attempt(BagState state, BagEvent event) {
    if (state instanceof BagState.Open open
        && event instanceof BagEvent.Received(Message.Answer answer)) {
      return switch (open.tender().orElse(null)) {
        case Tender.Reserving reserving when isOf(reserving.call(), answer) -> reserving.attempt();
        case Tender.Committing committing when isOf(committing.call(), answer) ->
            committing.attempt();
        case null, default -> 0;
      };
    }
    return 0;
  }

  private static boolean isOf(Tender.Calling calling, Message.Answer answer) {
    return calling.call().equals(answer.call());
  }

  private static Message.Answer ofAttempt(Message.Answer answer, int attempt) {
    ReservationId id = new ReservationId(answer.call(), attempt, answer.provider());
    return switch (answer) {
      case Message.Reserved reserved -> new Message.Reserved(id, reserved.untilMillis());
      case Message.Refused refused -> new Message.Refused(id, refused.why(), refused.instead());
      case Message.Committed committed -> new Message.Committed(id);
      case Message.Results results -> results;
      case Message.Expected expected -> expected;
    };
  }

  private static Transition refusedPartStays(
      BagRules right, BagState state, BagEvent event, long nowMillis) {
    Transition after = right.handle(state, event, nowMillis);
    return state instanceof BagState.Open before
            && event instanceof BagEvent.Received(Message.Refused refused)
            && unconfirmed(state).contains(refused.id())
        ? OpenBag.change(after, open -> OpenBag.withPartsAgain(open, before.parts()))
        : after;
  }

  private static Transition waitsForAllOffers(
      BagRules right, BagState state, BagEvent event, long nowMillis) {
    return OpenBag.change(
        right.handle(state, event, nowMillis),
        open ->
            open.tender().orElse(null) instanceof Tender.Calling calling
                ? OpenBag.with(open, calling(calling, calling.tasks(), Time.NEVER))
                : open);
  }

  private static Transition tellsForEver(
      BagRules right, BagState state, BagEvent event, long nowMillis) {
    return state instanceof BagState.Open open
            && open.tender().orElse(null) instanceof Tender.Committing committing
        ? right.handle(OpenBag.with(open, told(committing, committing.open(), 0)), event, nowMillis)
        : right.handle(state, event, nowMillis);
  }

  private static Transition secondCallOneShort(
      BagRules right, BagState state, BagEvent event, long nowMillis) {
    return OpenBag.change(
        right.handle(state, event, nowMillis),
        open ->
            open.tender().orElse(null) instanceof Tender.Calling calling
                    && !calledAs(state).equals(Optional.of(calling.call()))
                    && calling.tasks().size() > 1
                ? OpenBag.with(
                    open,
                    calling(
                        calling,
                        calling.tasks().lowest(calling.tasks().size() - 1),
                        calling.untilMillis()))
                : open);
  }

  private static Optional<CallId> calledAs(BagState state) {
    return state instanceof BagState.Open open
            && open.tender().orElse(null) instanceof Tender.Calling calling
        ? Optional.of(calling.call())
        : Optional.empty();
  }

  private static Transition lostPartStruckAtOnce(
      BagRules right, BagState state, BagEvent event, long nowMillis) {
    return OpenBag.change(
        right.handle(state, event, nowMillis),
        open -> OpenBag.withoutParts(open, part -> part.lost().isPresent()));
  }

  private static Transition allLostPartsStruck(
      BagRules right, BagState state, BagEvent event, long nowMillis) {
    Transition after = right.handle(state, event, nowMillis);
    return isDecision(state, after)
        ? OpenBag.change(after, open -> OpenBag.withoutParts(open, part -> part.lost().isPresent()))
        : after;
  }

  private static Transition formerOwnerStays(
      BagRules right, BagState state, BagEvent event, long nowMillis) {
    Transition after = right.handle(state, event, nowMillis);
    if (!isDecision(state, after) || !(state instanceof BagState.Open before)) {
      return after;
    }
    List<RunningPart> lost =
        before.parts().stream().filter(part -> part.lost().isPresent()).toList();
    return OpenBag.change(after, open -> OpenBag.withPartsAgain(open, lost));
  }

  private static Transition doneCommittedAgain(
      BagRules right, BagState state, BagEvent event, long nowMillis) {
    Transition after = right.handle(state, event, nowMillis);
    if (isDecision(state, after)
        && state instanceof BagState.Open before
        && before.tender().orElse(null) instanceof Tender.Reserving reserving) {
      TaskSet again = reserving.tasks().and(before.done());
      return OpenBag.change(
          after,
          open ->
              OpenBag.withEachPart(
                  open,
                  part ->
                      part.equals(open.parts().getLast())
                          ? OpenBag.with(part, part.left().plus(again))
                          : part));
    }
    return after;
  }

  private static Transition promiseMadeAnew(
      BagRules right, BagState state, BagEvent event, long nowMillis) {
    Transition after = right.handle(state, event, nowMillis);
    return state instanceof BagState.Open before
            && before.tender().orElse(null) instanceof Tender.Committing committing
        ? OpenBag.change(
            after,
            open ->
                open.tender().isEmpty()
                    ? OpenBag.with(open, new Promise(committing.composition()))
                    : open)
        : after;
  }

  private static Transition droppedWithoutAWord(
      BagRules right, BagState state, BagEvent event, long nowMillis) {
    return OpenBag.change(
        right.handle(state, event, nowMillis),
        open -> open.tender().orElse(null) instanceof Tender.Pausing ? OpenBag.end(open) : open);
  }

  /** Whether all parts were reserved just now. */
  private static boolean isDecision(BagState before, Transition after) {
    return isTender(before, Tender.Reserving.class)
        && isTender(after.state(), Tender.Committing.class);
  }

  private static boolean isTender(BagState state, Class<? extends Tender> kind) {
    return state instanceof BagState.Open open
        && open.tender().filter(kind::isInstance).isPresent();
  }

  private static List<ReservationId> unconfirmed(BagState state) {
    return state instanceof BagState.Open open
            && open.tender().orElse(null) instanceof Tender.Committing committing
        ? committing.open()
        : List.of();
  }

  private static Tender.Committing told(
      Tender.Committing committing, List<ReservationId> open, int said) {
    return new Tender.Committing(
        committing.call(),
        committing.attempt(),
        committing.composition(),
        open,
        said,
        committing.untilMillis());
  }

  private static Tender.Calling calling(Tender.Calling calling, TaskSet tasks, long untilMillis) {
    return new Tender.Calling(
        calling.call(),
        tasks,
        calling.insteadOf(),
        calling.asked(),
        calling.replies(),
        calling.estimates(),
        calling.calledMillis(),
        untilMillis,
        calling.penaltyPermille());
  }
}

package tender.core.metascheduler;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import tender.core.compose.Composer;
import tender.core.compose.Composition;
import tender.core.compose.Part;
import tender.core.compose.Replies;
import tender.core.compose.Reply;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Bag;
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.model.Time;

/**
 * The rules up to the moment at which it is decided who does which tasks.
 *
 * <p>In the model of the protocol, {@code Tender.tla}, these are the actions {@code Tender} (a new
 * call), {@code HearReserved}, {@code HearRefused}, {@code TimeOut} and {@code Fail}.
 */
final class Tendering {
  private static final int ATTEMPTS_PER_CALL = 3;
  private static final int CALLS_BEFORE_PROMISE = 3;
  private static final int CALLS_AFTER_PROMISE = 30;
  private static final int LONGEST_PAUSE_DOUBLINGS = 6;
  private static final long ESTIMATED_WITHIN_MILLIS = Time.HOUR_MILLIS;
  private static final Optional<Tender.Estimates> AWAITED = Optional.of(Tender.Estimates.AWAITED);
  private static final Optional<Tender.Estimates> MADE = Optional.of(Tender.Estimates.MADE);

  private final List<ProviderId> providers;
  private final Choosing choosing;
  private final Patience patience;
  private final int penaltyPermille;
  private final Committing committing;
  private final Bidding bidding;

  Tendering(List<ProviderId> providers, Composer composer, Patience patience, int penaltyPermille) {
    this.providers = providers;
    choosing = new Choosing(composer);
    this.patience = patience;
    this.penaltyPermille = penaltyPermille;
    committing = new Committing(patience);
    bidding = new Bidding(patience);
  }

  /** Begins with a new bag. */
  void begin(Draft bag, long nowMillis) {
    if (bag.bids()) {
      bidding.begin(bag, nowMillis);
    } else {
      call(bag, TaskSet.first(bag.bag.tasks()), Optional.empty(), nowMillis);
    }
  }

  /** Asks everybody who is trusted, at once. */
  void call(Draft bag, TaskSet wantedTasks, Optional<Breach.Suspicion> insteadOf, long nowMillis) {
    call(bag, wantedTasks, insteadOf, asked(bag), Optional.empty(), nowMillis);
  }

  /** Asks the provider that the auction has found, and nobody else. */
  void match(Draft bag, ProviderId provider, long nowMillis) {
    TaskSet tasks = TaskSet.first(bag.bag.tasks());
    bidding
        .match(bag, provider, nowMillis)
        .ifPresent(asked -> call(bag, tasks, Optional.empty(), asked, Optional.empty(), nowMillis));
  }

  private void call(
      Draft bag,
      TaskSet wantedTasks,
      Optional<Breach.Suspicion> insteadOf,
      List<ProviderId> asked,
      Optional<Tender.Estimates> estimates,
      long nowMillis) {
    // Results that were thought lost may have come in since.
    TaskSet tasks = wantedTasks.minus(bag.done);
    if (tasks.isEmpty()) {
      bag.tender = Optional.empty();
      return;
    }
    CallId id = new CallId(bag.id, ++bag.calls);
    Bag wanted = bag.bag.part(tasks.size(), bag.deadlineMillis());
    for (ProviderId provider : asked) {
      bag.send(provider, new Message.Call(id, wanted, penaltyPermille, bag.mandate.bidder()));
    }
    bag.effects.add(new BagEffect.Called(asked));
    bag.tender =
        Optional.of(
            new Tender.Calling(
                id,
                tasks,
                insteadOf,
                asked,
                new LinkedHashMap<>(),
                estimates,
                nowMillis,
                nowMillis + patience.answerMillis(),
                penaltyPermille));
  }

  private List<ProviderId> asked(Draft bag) {
    List<ProviderId> asked = new ArrayList<>(providers);
    asked.removeAll(bag.distrusted);
    if (asked.isEmpty()) {
      bag.distrusted.clear();
      return providers;
    }
    return asked;
  }

  void gather(Draft bag, Message.Offers offers, long nowMillis) {
    if (bag.tender.orElse(null) instanceof Tender.Calling calling
        && calling.call().equals(offers.call())
        && calling.asked().contains(offers.provider())
        && isOwnWord(offers.provider(), offers.offers())
        && isClockRight(calling, offers, nowMillis)) {
      Tender.Answered known = calling.replies().get(offers.provider());
      if (known == null || known.version() < offers.version()) {
        Reply reply = new Reply(offers.provider(), offers.offers(), offers.disclosure());
        Tender.Calling after = calling.withReply(new Tender.Answered(offers.version(), reply));
        bag.tender = Optional.of(after);
        if (after.replies().size() == after.asked().size()) {
          conclude(bag, after, nowMillis);
        }
      }
    }
  }

  /** Waits for offers that need an estimate first, but not for ever, and not twice. */
  void await(Draft bag, Message.Estimating estimating, long nowMillis) {
    if (bag.tender.orElse(null) instanceof Tender.Calling calling
        && calling.call().equals(estimating.call())
        && calling.asked().contains(estimating.provider())
        && !calling.estimates().equals(MADE)) {
      long latestMillis = Math.min(estimating.untilMillis(), nowMillis + ESTIMATED_WITHIN_MILLIS);
      bag.tender = Optional.of(calling.awaitEstimate(latestMillis + patience.answerMillis()));
    }
  }

  private void conclude(Draft bag, Tender.Calling calling, long nowMillis) {
    if (calling.estimates().equals(AWAITED)) {
      List<ProviderId> asked = bag.bids() ? calling.asked() : asked(bag);
      call(bag, calling.tasks(), calling.insteadOf(), asked, MADE, nowMillis);
    } else {
      compose(bag, calling, 1, nowMillis);
    }
  }

  private static boolean isOwnWord(ProviderId provider, List<Offer> offers) {
    return offers.stream().allMatch(offer -> offer.provider().equals(provider));
  }

  /** Offers speak of instants by the provider's clock; made before they were asked for is wrong. */
  private boolean isClockRight(Tender.Calling calling, Message.Offers offers, long nowMillis) {
    long toleranceMillis = Math.min(patience.clockToleranceMillis(), Long.MAX_VALUE / 4);
    return offers.madeMillis() >= calling.calledMillis() - toleranceMillis
        && offers.madeMillis() <= nowMillis + toleranceMillis;
  }

  /** Composes what was offered and reserves it. */
  private void compose(Draft bag, Tender.Calling calling, int attempt, long nowMillis) {
    Choosing.Choice choice = choosing.choose(bag, replies(bag, calling));
    Composition composition = choice.composition();
    if (composition.unplacedTasks() > 0 || Choosing.isTooDear(bag, composition)) {
      fail(bag, calling, nowMillis, BagEffect.Why.NOT_ENOUGH_OFFERED);
      return;
    }
    if (bag.promise.isEmpty() && !bag.mandate.covers(composition)) {
      askOrBidAgain(bag, calling, choice, nowMillis);
      return;
    }
    for (Part part : composition.parts()) {
      bag.send(
          part.provider(),
          new Message.Reserve(
              calling.reservation(attempt, part.provider()), part.tasks(), part.byMillis()));
    }
    bag.tender =
        Optional.of(
            new Tender.Reserving(
                calling, attempt, composition, List.of(), nowMillis + patience.answerMillis()));
  }

  private void askOrBidAgain(
      Draft bag, Tender.Calling calling, Choosing.Choice choice, long nowMillis) {
    if (bag.bids()) {
      bidding.again(bag, calling, BagEffect.Setback.TOO_LATE_OR_TOO_DEAR, nowMillis);
    } else {
      ask(bag, calling, choice, nowMillis);
    }
  }

  /**
   * Offers do not last as long as people think, so nothing is held meanwhile and all providers are
   * asked again. An end that would be too late is therefore stated later by the time to think.
   */
  private void ask(Draft bag, Tender.Calling calling, Choosing.Choice choice, long nowMillis) {
    Composition composition = choice.composition();
    long untilMillis = Time.after(nowMillis, patience.agreeMillis());
    long byMillis =
        composition.meetsDeadline()
            ? composition.deadlineMillis()
            : Time.after(composition.completionMillis(), patience.agreeMillis());
    bag.tender =
        Optional.of(
            new Tender.Asking(calling, composition, byMillis, untilMillis, choice.inTime()));
    bag.effects.add(new BagEffect.Ask(composition, byMillis, untilMillis));
  }

  /** What the user agrees to is from then on what the bag is wanted by. */
  void agree(Draft bag, long byMillis, Money atMost, long nowMillis) {
    if (bag.tender.orElse(null) instanceof Tender.Asking asking) {
      bag.mandate = bag.mandate.agreed(byMillis, atMost);
      call(bag, asking.tasks(), asking.call().insteadOf(), nowMillis);
    }
  }

  void decline(Draft bag, long nowMillis) {
    if (bag.tender.orElse(null) instanceof Tender.Asking) {
      bag.end(BagState.Ending.NOT_AGREED, new BagEffect.Stopped(), nowMillis);
    }
  }

  /** In the order of the providers, not of their answers, so that speed decides nothing. */
  private static Replies replies(Draft bag, Tender.Calling calling) {
    List<Reply> replies = new ArrayList<>();
    for (ProviderId provider : calling.asked()) {
      Tender.Answered answered = calling.replies().get(provider);
      if (answered != null) {
        replies.add(answered.reply());
      }
    }
    return new Replies(calling.tasks().size(), bag.deadlineMillis(), replies);
  }

  /**
   * A call that led to nothing. What is promised is tried for long; what is not, is not promised.
   */
  private void fail(Draft bag, Tender.Calling calling, long nowMillis, BagEffect.Why why) {
    if (bag.bids()) {
      bidding.again(bag, calling, Bidding.setback(why), nowMillis);
      return;
    }
    bag.failures++;
    if (bag.promise.isEmpty() && bag.failures < CALLS_BEFORE_PROMISE) {
      call(bag, calling.tasks(), calling.insteadOf(), nowMillis);
    } else if (bag.promise.isEmpty()) {
      GivingUp.unpromised(bag, why, nowMillis);
    } else if (bag.failures < CALLS_AFTER_PROMISE) {
      long pauseMillis = patience.answerMillis() << Math.min(bag.failures, LONGEST_PAUSE_DOUBLINGS);
      bag.tender =
          Optional.of(
              new Tender.Pausing(calling.tasks(), calling.insteadOf(), nowMillis + pauseMillis));
    } else {
      GivingUp.promised(bag, calling, why, nowMillis);
    }
  }

  void hold(Draft bag, ReservationId id, long nowMillis) {
    if (bag.tender.orElse(null) instanceof Tender.Reserving reserving
        && isCurrent(reserving.call(), reserving.attempt(), id)) {
      List<ReservationId> reserved = new ArrayList<>(reserving.reserved());
      if (!reserved.contains(id)) {
        reserved.add(id);
      }
      Tender.Reserving after = reserving.withReserved(reserved);
      bag.tender = Optional.of(after);
      if (reserved.size() == reserving.composition().parts().size()) {
        committing.decide(bag, after, nowMillis);
      }
    } else if (bag.part(id) == null) {
      bag.release(id);
    }
  }

  void confirm(Draft bag, ReservationId id, long nowMillis) {
    committing.confirm(bag, id, nowMillis);
  }

  /** A refused commitment is one whose lease ended before it was heard: then nobody does any. */
  void refuse(Draft bag, Message.Refused refused, long nowMillis) {
    List<Offer> instead =
        isOwnWord(refused.provider(), refused.instead()) ? refused.instead() : List.of();
    Failure failure = new Failure(List.of(refused.provider()), instead, false);
    switch (bag.tender.orElse(null)) {
      case Tender.Reserving(var call, int attempt, var composition, var reserved, long until)
          when isCurrent(call, attempt, refused.id()) -> {
        bag.effects.add(new BagEffect.Refused(refused.id(), refused.why()));
        composeWithout(bag, call, attempt, composition, failure, nowMillis);
      }
      case Tender.Committing(var call, int attempt, var composition, var open, int said, long until)
          when open.contains(refused.id()) -> {
        bag.effects.add(new BagEffect.Refused(refused.id(), refused.why()));
        composeWithout(bag, call, attempt, composition, failure, nowMillis);
      }
      case null, default -> {}
    }
  }

  /** The account of the bag's owner does not bear what is about to be held, so nothing is. */
  void notCovered(Draft bag, long nowMillis) {
    if (bag.tender.orElse(null) instanceof Tender.Reserving reserving) {
      abandon(bag);
      if (bag.promise.isPresent()) {
        fail(bag, reserving.call(), nowMillis, BagEffect.Why.NOT_COVERED);
      } else {
        GivingUp.unpromised(bag, BagEffect.Why.NOT_COVERED, nowMillis);
      }
    }
  }

  /** Releases all parts and tries again without what failed. */
  private void composeWithout(
      Draft bag,
      Tender.Calling call,
      int attempt,
      Composition composition,
      Failure failure,
      long nowMillis) {
    for (Part part : composition.parts()) {
      ReservationId id = call.reservation(attempt, part.provider());
      bag.removePart(id);
      if (failure.mayHold(part.provider())) {
        bag.release(id);
      }
    }
    Tender.Calling after = call.withTasks(call.tasks().minus(bag.done));
    for (ProviderId provider : failure.providers()) {
      Tender.Answered before = call.replies().get(provider);
      if (before != null) {
        Reply reply = new Reply(provider, failure.instead(), before.reply().disclosure());
        after = after.withReply(new Tender.Answered(before.version(), reply));
      }
    }
    if (after.tasks().isEmpty()) {
      bag.tender = Optional.empty();
    } else if (attempt < ATTEMPTS_PER_CALL) {
      compose(bag, after, attempt + 1, nowMillis);
    } else {
      fail(bag, after, nowMillis, BagEffect.Why.TOO_OFTEN_REFUSED);
    }
  }

  void wake(Draft bag, long nowMillis) {
    Tender tender = bag.tender.orElse(null);
    if (tender == null || tender.untilMillis() > nowMillis) {
      return;
    }
    switch (tender) {
      case Tender.Calling calling -> conclude(bag, calling, nowMillis);
      case Tender.Reserving(var call, int attempt, var composition, var reserved, long until) ->
          composeWithout(
              bag, call, attempt, composition, Failure.silence(composition, reserved), nowMillis);
      case Tender.Committing telling when committing.mayTellAgain(telling) ->
          committing.tell(bag, telling, nowMillis);
      case Tender.Committing(var call, int attempt, var composition, var open, int said, long at) ->
          composeWithout(
              bag,
              call,
              attempt,
              composition,
              Failure.silence(open.stream().map(ReservationId::provider).toList()),
              nowMillis);
      case Tender.Asking asking -> decline(bag, nowMillis);
      case Tender.Bidding _ -> Bidding.giveUp(bag, nowMillis);
      case Tender.Pausing pausing -> call(bag, pausing.tasks(), pausing.insteadOf(), nowMillis);
    }
  }

  /** Lets go of whatever is held for a bag that needs it no longer. */
  static void abandon(Draft bag) {
    if (bag.tender.orElse(null) instanceof Tender.Reserving reserving) {
      for (Part part : reserving.composition().parts()) {
        bag.release(reserving.call().reservation(reserving.attempt(), part.provider()));
      }
    }
    bag.tender = Optional.empty();
  }

  private static boolean isCurrent(Tender.Calling call, int attempt, ReservationId id) {
    return id.call().equals(call.call()) && id.attempt() == attempt;
  }
}

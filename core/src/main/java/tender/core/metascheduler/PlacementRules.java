package tender.core.metascheduler;

import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.Breach;
import tender.core.metascheduler.state.PlacementState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import tender.core.compose.CompositionPolicy;
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
 * <p>In the model of the protocol, {@code Tender.tla}, these are the actions {@code PlacementState} (a new
 * call), {@code HearReserved}, {@code HearRefused}, {@code TimeOut} and {@code Fail}.
 */
final class PlacementRules {
  private static final int ATTEMPTS_PER_CALL = 3;
  private static final int CALLS_BEFORE_PROMISE = 3;
  private static final int CALLS_AFTER_PROMISE = 30;
  private static final int LONGEST_PAUSE_DOUBLINGS = 6;
  private static final long ESTIMATED_WITHIN_MILLIS = Time.HOUR_MILLIS;
  private static final Optional<PlacementState.EstimateStatus> AWAITED = Optional.of(PlacementState.EstimateStatus.PENDING);
  private static final Optional<PlacementState.EstimateStatus> MADE = Optional.of(PlacementState.EstimateStatus.COMPLETED);

  private final List<ProviderId> providers;
  private final CompositionSelector choosing;
  private final TimeoutConfig patience;
  private final int penaltyPermille;
  private final PartCommitter committing;
  private final AuctionBidding bidding;

  PlacementRules(List<ProviderId> providers, CompositionPolicy composer, TimeoutConfig patience, int penaltyPermille) {
    this.providers = providers;
    choosing = new CompositionSelector(composer);
    this.patience = patience;
    this.penaltyPermille = penaltyPermille;
    committing = new PartCommitter(patience);
    bidding = new AuctionBidding(patience);
  }

  /** Begins with a new bag. */
  void start(BagBuilder bag, long nowMillis) {
    if (bag.usesAuction()) {
      bidding.enterAuction(bag, nowMillis);
    } else {
      call(bag, TaskSet.first(bag.bag.tasks()), Optional.empty(), nowMillis);
    }
  }

  /** Asks everybody who is trusted, at once. */
  void call(BagBuilder bag, TaskSet wantedTasks, Optional<Breach.ProviderFault> insteadOf, long nowMillis) {
    call(bag, wantedTasks, insteadOf, asked(bag), Optional.empty(), nowMillis);
  }

  /** Asks the provider that the auction has found, and nobody else. */
  void matched(BagBuilder bag, ProviderId provider, long nowMillis) {
    TaskSet tasks = TaskSet.first(bag.bag.tasks());
    bidding
        .match(bag, provider, nowMillis)
        .ifPresent(asked -> call(bag, tasks, Optional.empty(), asked, Optional.empty(), nowMillis));
  }

  private void call(
      BagBuilder bag,
      TaskSet wantedTasks,
      Optional<Breach.ProviderFault> insteadOf,
      List<ProviderId> asked,
      Optional<PlacementState.EstimateStatus> estimates,
      long nowMillis) {
    // Results that were thought lost may have come in since.
    TaskSet tasks = wantedTasks.minus(bag.doneTasks);
    if (tasks.isEmpty()) {
      bag.placement = Optional.empty();
      return;
    }
    CallId id = new CallId(bag.id, ++bag.callCount);
    Bag wanted = bag.bag.subBag(tasks.size(), bag.deadlineMillis());
    for (ProviderId provider : asked) {
      bag.send(provider, new Message.Call(id, wanted, penaltyPermille, bag.acceptancePolicy.bidStrategy()));
    }
    bag.effects.add(new BagEffect.OffersRequested(asked));
    bag.placement =
        Optional.of(
            new PlacementState.CollectingOffers(
                id,
                tasks,
                insteadOf,
                asked,
                new LinkedHashMap<>(),
                estimates,
                nowMillis,
                nowMillis + patience.answerTimeoutMillis(),
                penaltyPermille));
  }

  private List<ProviderId> asked(BagBuilder bag) {
    List<ProviderId> asked = new ArrayList<>(providers);
    asked.removeAll(bag.distrustedProviders);
    if (asked.isEmpty()) {
      bag.distrustedProviders.clear();
      return providers;
    }
    return asked;
  }

  void collectOffers(BagBuilder bag, Message.Offers offers, long nowMillis) {
    if (bag.placement.orElse(null) instanceof PlacementState.CollectingOffers calling
        && calling.call().equals(offers.call())
        && calling.calledProviders().contains(offers.provider())
        && areOwnOffers(offers.provider(), offers.offers())
        && isClockRight(calling, offers, nowMillis)) {
      PlacementState.VersionedReply known = calling.replies().get(offers.provider());
      if (known == null || known.version() < offers.version()) {
        Reply reply = new Reply(offers.provider(), offers.offers(), offers.disclosure());
        PlacementState.CollectingOffers after = calling.withReply(new PlacementState.VersionedReply(offers.version(), reply));
        bag.placement = Optional.of(after);
        if (after.replies().size() == after.calledProviders().size()) {
          composeOrCallAgain(bag, after, nowMillis);
        }
      }
    }
  }

  /** Waits for offers that need an estimate first, but not for ever, and not twice. */
  void awaitEstimate(BagBuilder bag, Message.EstimatePending estimating, long nowMillis) {
    if (bag.placement.orElse(null) instanceof PlacementState.CollectingOffers calling
        && calling.call().equals(estimating.call())
        && calling.calledProviders().contains(estimating.provider())
        && !calling.estimateStatus().equals(MADE)) {
      long latestMillis = Math.min(estimating.untilMillis(), nowMillis + ESTIMATED_WITHIN_MILLIS);
      bag.placement = Optional.of(calling.awaitEstimate(latestMillis + patience.answerTimeoutMillis()));
    }
  }

  private void composeOrCallAgain(BagBuilder bag, PlacementState.CollectingOffers calling, long nowMillis) {
    if (calling.estimateStatus().equals(AWAITED)) {
      List<ProviderId> asked = bag.usesAuction() ? calling.calledProviders() : asked(bag);
      call(bag, calling.tasks(), calling.originalFault(), asked, MADE, nowMillis);
    } else {
      compose(bag, calling, 1, nowMillis);
    }
  }

  private static boolean areOwnOffers(ProviderId provider, List<Offer> offers) {
    return offers.stream().allMatch(offer -> offer.provider().equals(provider));
  }

  /** Offers speak of instants by the provider's clock; made before they were asked for is wrong. */
  private boolean isClockRight(PlacementState.CollectingOffers calling, Message.Offers offers, long nowMillis) {
    long toleranceMillis = Math.min(patience.clockToleranceMillis(), Long.MAX_VALUE / 4);
    return offers.madeMillis() >= calling.calledMillis() - toleranceMillis
        && offers.madeMillis() <= nowMillis + toleranceMillis;
  }

  /** Composes what was offered and reserves it. */
  private void compose(BagBuilder bag, PlacementState.CollectingOffers calling, int attempt, long nowMillis) {
    CompositionSelector.Selection choice = choosing.select(bag, replies(bag, calling));
    Composition composition = choice.composition();
    if (composition.unplacedTasks() > 0 || CompositionSelector.exceedsBudget(bag, composition)) {
      callFailed(bag, calling, nowMillis, BagEffect.NoPromiseReason.INSUFFICIENT_OFFERS);
      return;
    }
    if (bag.promise.isEmpty() && !bag.acceptancePolicy.accepts(composition)) {
      quoteOrReenterAuction(bag, calling, choice, nowMillis);
      return;
    }
    for (Part part : composition.parts()) {
      bag.send(
          part.provider(),
          new Message.Reserve(
              calling.reservation(attempt, part.provider()), part.tasks(), part.completionMillis()));
    }
    bag.placement =
        Optional.of(
            new PlacementState.Reserving(
                calling, attempt, composition, List.of(), nowMillis + patience.answerTimeoutMillis()));
  }

  private void quoteOrReenterAuction(
      BagBuilder bag, PlacementState.CollectingOffers calling, CompositionSelector.Selection choice, long nowMillis) {
    if (bag.usesAuction()) {
      bidding.reenterAuction(bag, calling, BagEffect.MatchFailure.TOO_LATE_OR_TOO_EXPENSIVE, nowMillis);
    } else {
      quote(bag, calling, choice, nowMillis);
    }
  }

  /**
   * Offers do not last as long as people think, so nothing is held meanwhile and all providers are
   * asked again. An end that would be too late is therefore stated later by the time to think.
   */
  private void quote(BagBuilder bag, PlacementState.CollectingOffers calling, CompositionSelector.Selection choice, long nowMillis) {
    Composition composition = choice.composition();
    long untilMillis = Time.after(nowMillis, patience.acceptTimeoutMillis());
    long byMillis =
        composition.meetsDeadline()
            ? composition.deadlineMillis()
            : Time.after(composition.completionMillis(), patience.acceptTimeoutMillis());
    bag.placement =
        Optional.of(
            new PlacementState.AwaitingAcceptance(calling, composition, byMillis, untilMillis, choice.onTimeAlternative()));
    bag.effects.add(new BagEffect.QuoteReady(composition, byMillis, untilMillis));
  }

  /** What the user agrees to is from then on what the bag is wanted by. */
  void acceptQuote(BagBuilder bag, long byMillis, Money atMost, long nowMillis) {
    if (bag.placement.orElse(null) instanceof PlacementState.AwaitingAcceptance asking) {
      bag.acceptancePolicy = bag.acceptancePolicy.afterAcceptance(byMillis, atMost);
      call(bag, asking.tasks(), asking.call().originalFault(), nowMillis);
    }
  }

  void declineQuote(BagBuilder bag, long nowMillis) {
    if (bag.placement.orElse(null) instanceof PlacementState.AwaitingAcceptance) {
      bag.end(BagState.Ending.QUOTE_NOT_ACCEPTED, new BagEffect.BagStopped(), nowMillis);
    }
  }

  /** In the order of the providers, not of their answers, so that speed decides nothing. */
  private static Replies replies(BagBuilder bag, PlacementState.CollectingOffers calling) {
    List<Reply> replies = new ArrayList<>();
    for (ProviderId provider : calling.calledProviders()) {
      PlacementState.VersionedReply answered = calling.replies().get(provider);
      if (answered != null) {
        replies.add(answered.reply());
      }
    }
    return new Replies(calling.tasks().size(), bag.deadlineMillis(), replies);
  }

  /**
   * A call that led to nothing. What is promised is tried for long; what is not, is not promised.
   */
  private void callFailed(BagBuilder bag, PlacementState.CollectingOffers calling, long nowMillis, BagEffect.NoPromiseReason why) {
    if (bag.usesAuction()) {
      bidding.reenterAuction(bag, calling, AuctionBidding.matchFailure(why), nowMillis);
      return;
    }
    bag.failedCalls++;
    if (bag.promise.isEmpty() && bag.failedCalls < CALLS_BEFORE_PROMISE) {
      call(bag, calling.tasks(), calling.originalFault(), nowMillis);
    } else if (bag.promise.isEmpty()) {
      BagTermination.endWithoutPromise(bag, why, nowMillis);
    } else if (bag.failedCalls < CALLS_AFTER_PROMISE) {
      long pauseMillis = patience.answerTimeoutMillis() << Math.min(bag.failedCalls, LONGEST_PAUSE_DOUBLINGS);
      bag.placement =
          Optional.of(
              new PlacementState.BackingOff(calling.tasks(), calling.originalFault(), nowMillis + pauseMillis));
    } else {
      BagTermination.endWithBrokenPromise(bag, calling, why, nowMillis);
    }
  }

  void reserved(BagBuilder bag, ReservationId id, long nowMillis) {
    if (bag.placement.orElse(null) instanceof PlacementState.Reserving reserving
        && isCurrent(reserving.call(), reserving.attempt(), id)) {
      List<ReservationId> reserved = new ArrayList<>(reserving.confirmed());
      if (!reserved.contains(id)) {
        reserved.add(id);
      }
      PlacementState.Reserving after = reserving.withConfirmed(reserved);
      bag.placement = Optional.of(after);
      if (reserved.size() == reserving.composition().parts().size()) {
        committing.commitAll(bag, after, nowMillis);
      }
    } else if (bag.part(id) == null) {
      bag.release(id);
    }
  }

  void committed(BagBuilder bag, ReservationId id, long nowMillis) {
    committing.confirm(bag, id, nowMillis);
  }

  /** A refused commitment is one whose lease ended before it was heard: then nobody does any. */
  void refused(BagBuilder bag, Message.Refused refused, long nowMillis) {
    List<Offer> instead =
        areOwnOffers(refused.provider(), refused.alternatives()) ? refused.alternatives() : List.of();
    ReservationFailure failure = new ReservationFailure(List.of(refused.provider()), instead, false);
    switch (bag.placement.orElse(null)) {
      case PlacementState.Reserving(var call, int attempt, var composition, var reserved, long until)
          when isCurrent(call, attempt, refused.id()) -> {
        bag.effects.add(new BagEffect.ReservationRefused(refused.id(), refused.reason()));
        composeWithout(bag, call, attempt, composition, failure, nowMillis);
      }
      case PlacementState.Committing(var call, int attempt, var composition, var open, int said, long until)
          when open.contains(refused.id()) -> {
        bag.effects.add(new BagEffect.ReservationRefused(refused.id(), refused.reason()));
        composeWithout(bag, call, attempt, composition, failure, nowMillis);
      }
      case null, default -> {}
    }
  }

  /** The account of the bag's owner does not bear what is about to be held, so nothing is. */
  void insufficientFunds(BagBuilder bag, long nowMillis) {
    if (bag.placement.orElse(null) instanceof PlacementState.Reserving reserving) {
      abandonPlacement(bag);
      if (bag.promise.isPresent()) {
        callFailed(bag, reserving.call(), nowMillis, BagEffect.NoPromiseReason.INSUFFICIENT_FUNDS);
      } else {
        BagTermination.endWithoutPromise(bag, BagEffect.NoPromiseReason.INSUFFICIENT_FUNDS, nowMillis);
      }
    }
  }

  /** Releases all parts and tries again without what failed. */
  private void composeWithout(
      BagBuilder bag,
      PlacementState.CollectingOffers call,
      int attempt,
      Composition composition,
      ReservationFailure failure,
      long nowMillis) {
    for (Part part : composition.parts()) {
      ReservationId id = call.reservation(attempt, part.provider());
      bag.removePart(id);
      if (failure.mayHold(part.provider())) {
        bag.release(id);
      }
    }
    PlacementState.CollectingOffers after = call.withTasks(call.tasks().minus(bag.doneTasks));
    for (ProviderId provider : failure.providers()) {
      PlacementState.VersionedReply before = call.replies().get(provider);
      if (before != null) {
        Reply reply = new Reply(provider, failure.alternatives(), before.reply().disclosure());
        after = after.withReply(new PlacementState.VersionedReply(before.version(), reply));
      }
    }
    if (after.tasks().isEmpty()) {
      bag.placement = Optional.empty();
    } else if (attempt < ATTEMPTS_PER_CALL) {
      compose(bag, after, attempt + 1, nowMillis);
    } else {
      callFailed(bag, after, nowMillis, BagEffect.NoPromiseReason.RESERVATIONS_REFUSED);
    }
  }

  void onTimer(BagBuilder bag, long nowMillis) {
    PlacementState tender = bag.placement.orElse(null);
    if (tender == null || tender.timerMillis() > nowMillis) {
      return;
    }
    switch (tender) {
      case PlacementState.CollectingOffers calling -> composeOrCallAgain(bag, calling, nowMillis);
      case PlacementState.Reserving(var call, int attempt, var composition, var reserved, long until) ->
          composeWithout(
              bag, call, attempt, composition, ReservationFailure.ofSilent(composition, reserved), nowMillis);
      case PlacementState.Committing telling when committing.maySendAgain(telling) ->
          committing.sendCommits(bag, telling, nowMillis);
      case PlacementState.Committing(var call, int attempt, var composition, var open, int said, long at) ->
          composeWithout(
              bag,
              call,
              attempt,
              composition,
              ReservationFailure.ofSilent(open.stream().map(ReservationId::provider).toList()),
              nowMillis);
      case PlacementState.AwaitingAcceptance asking -> declineQuote(bag, nowMillis);
      case PlacementState.AwaitingMatch _ -> AuctionBidding.endUnmatched(bag, nowMillis);
      case PlacementState.BackingOff pausing -> call(bag, pausing.tasks(), pausing.originalFault(), nowMillis);
    }
  }

  /** Lets go of whatever is held for a bag that needs it no longer. */
  static void abandonPlacement(BagBuilder bag) {
    if (bag.placement.orElse(null) instanceof PlacementState.Reserving reserving) {
      for (Part part : reserving.composition().parts()) {
        bag.release(reserving.call().reservation(reserving.attempt(), part.provider()));
      }
    }
    bag.placement = Optional.empty();
  }

  private static boolean isCurrent(PlacementState.CollectingOffers call, int attempt, ReservationId id) {
    return id.call().equals(call.call()) && id.attempt() == attempt;
  }
}

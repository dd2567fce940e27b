package tender.core.metascheduler;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tender.core.call.ProviderSelector;
import tender.core.compose.Composition;
import tender.core.compose.CompositionPolicy;
import tender.core.compose.Part;
import tender.core.compose.Replies;
import tender.core.compose.Reply;
import tender.core.ledger.FundsLimit;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.placement.AuctionPayment;
import tender.core.metascheduler.placement.CompositionSelector;
import tender.core.metascheduler.placement.ReservationFailure;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.Breach;
import tender.core.metascheduler.state.PlacementState;
import tender.core.metascheduler.state.ProviderMisfit;
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.model.Time;
import tender.core.share.OrganisationDirectory;

/**
 * The rules from the first call to the decision which provider runs which tasks.
 *
 * <p>In the model of the protocol, {@code Tender.tla}, these are the actions {@code Tender} (a new
 * call), {@code HearReserved}, {@code HearRefused}, {@code TimeOut} and {@code Fail}.
 */
final class PlacementRules {
  private static final int FIRST_ATTEMPT = 1;
  private static final int ATTEMPTS_PER_CALL = 3;
  private static final int CALLS_BEFORE_PROMISE = 3;
  private static final int CALLS_AFTER_PROMISE = 30;
  private static final long MAX_ESTIMATE_MILLIS = Time.HOUR_MILLIS;
  private static final Optional<PlacementState.EstimateStatus> PENDING =
      Optional.of(PlacementState.EstimateStatus.PENDING);
  private static final Optional<PlacementState.EstimateStatus> COMPLETED =
      Optional.of(PlacementState.EstimateStatus.COMPLETED);

  private final ProviderCalls calls;
  private final CallWidening widening;
  private final QuoteRules quotes;
  private final HoldRules holds;
  private final LimitResolver limits;
  private final CompositionSelector selector;
  private final TimeoutConfig timeouts;
  private final PartCommitter committer;
  private final AuctionBidding auction;

  PlacementRules(
      ProviderSelector providers,
      OrganisationDirectory organisations,
      CompositionPolicy policy,
      TimeoutConfig timeouts,
      int penaltyPermille,
      AuctionPayment payment) {
    calls = new ProviderCalls(providers, organisations, timeouts, penaltyPermille);
    widening = new CallWidening(calls, timeouts);
    quotes = new QuoteRules(timeouts, calls);
    limits = new LimitResolver(timeouts);
    selector = new CompositionSelector(policy);
    this.timeouts = timeouts;
    committer = new PartCommitter(timeouts, payment);
    holds = new HoldRules(timeouts, selector, committer);
    auction = new AuctionBidding(timeouts);
  }

  /** Starts the placement of a new bag. */
  void start(BagBuilder bag, long nowMillis) {
    if (bag.usesAuction()) {
      auction.enterAuction(bag, nowMillis);
    } else {
      calls.call(bag, TaskSet.first(bag.bag.tasks()), Optional.empty(), nowMillis);
    }
  }

  /** Calls for offers for tasks that a provider has lost. */
  void placeAgain(
      BagBuilder bag, TaskSet tasks, Optional<Breach.ProviderFault> fault, long nowMillis) {
    calls.call(bag, tasks, fault, nowMillis);
  }

  /** Calls only the providers that the auction has found. */
  void matched(BagBuilder bag, List<ProviderId> providers, long nowMillis) {
    if (auction.match(bag, providers, nowMillis)) {
      TaskSet tasks = TaskSet.first(bag.bag.tasks());
      calls.call(bag, tasks, Optional.empty(), providers, 0, Optional.empty(), nowMillis);
    }
  }

  void collectOffers(BagBuilder bag, Message.Offers offers, long nowMillis) {
    if (bag.placement.orElse(null) instanceof PlacementState.CollectingOffers collecting
        && collecting.call().equals(offers.call())
        && collecting.calledProviders().contains(offers.provider())
        && areOwnOffers(offers.provider(), offers.offers())
        && isClockRight(collecting, offers, nowMillis)) {
      PlacementState.VersionedReply previous = collecting.replies().get(offers.provider());
      if (previous == null || previous.version() < offers.version()) {
        Reply reply = new Reply(offers.provider(), offers.offers(), offers.disclosure());
        PlacementState.CollectingOffers after =
            collecting.withReply(new PlacementState.VersionedReply(offers.version(), reply));
        bag.placement = Optional.of(after);
        if (after.isAnswered()) {
          composeOrCallAgain(bag, after, nowMillis);
        }
      }
    }
  }

  /** Waits for offers that need an estimate first, within a bound, and only once. */
  void awaitEstimate(BagBuilder bag, Message.EstimatePending pending, long nowMillis) {
    if (bag.placement.orElse(null) instanceof PlacementState.CollectingOffers collecting
        && collecting.call().equals(pending.call())
        && collecting.calledProviders().contains(pending.provider())
        && !collecting.estimateStatus().equals(COMPLETED)) {
      long latestMillis = Math.min(pending.untilMillis(), nowMillis + MAX_ESTIMATE_MILLIS);
      bag.placement =
          Optional.of(collecting.awaitEstimate(latestMillis + timeouts.answerTimeoutMillis()));
    }
  }

  private void composeOrCallAgain(
      BagBuilder bag, PlacementState.CollectingOffers collecting, long nowMillis) {
    if (collecting.estimateStatus().equals(PENDING)) {
      calls.callAfterEstimates(bag, collecting, nowMillis);
    } else {
      compose(bag, collecting, FIRST_ATTEMPT, nowMillis);
    }
  }

  private static boolean areOwnOffers(ProviderId provider, List<Offer> offers) {
    return offers.stream().allMatch(offer -> offer.provider().equals(provider));
  }

  /** Whether the provider's clock is plausible: offers cannot be made before they were called. */
  private boolean isClockRight(
      PlacementState.CollectingOffers collecting, Message.Offers offers, long nowMillis) {
    long toleranceMillis = Math.min(timeouts.clockToleranceMillis(), Long.MAX_VALUE / 4);
    return offers.madeMillis() >= collecting.calledMillis() - toleranceMillis
        && offers.madeMillis() <= nowMillis + toleranceMillis;
  }

  /** Composes the offers and reserves the parts. */
  private void compose(
      BagBuilder bag, PlacementState.CollectingOffers collecting, int attempt, long nowMillis) {
    limits.resolve(bag, replies(bag, collecting), nowMillis);
    Replies replies = replies(bag, collecting);
    CompositionSelector.Selection selection = bag.select(selector, replies);
    Composition composition = selection.composition();
    boolean insufficient =
        composition.unplacedTasks() > 0 || bag.exceedsBudget(composition) || bag.awaitsLimits();
    boolean locallyInsufficient =
        LocalDomain.isLocalOnly(bag, collecting.calledMillis())
            && !LocalDomain.isSufficient(bag, composition);
    if (attempt == FIRST_ATTEMPT
        && widening.callMore(
            bag, collecting, composition, insufficient || locallyInsufficient, nowMillis)) {
      return;
    }
    if (locallyInsufficient) {
      LocalDomain.awaitNextCall(bag, collecting.tasks(), collecting.originalFault(), nowMillis);
      return;
    }
    if (insufficient) {
      BagEffect.NoPromiseReason reason =
          replies.areEmpty()
              ? BagEffect.NoPromiseReason.NO_OFFERS
              : BagEffect.NoPromiseReason.INSUFFICIENT_OFFERS;
      callFailed(bag, collecting, nowMillis, reason);
      return;
    }
    if (bag.promise.isEmpty() && !bag.acceptancePolicy.accepts(composition)) {
      quoteOrReenterAuction(bag, collecting, selection, replies, nowMillis);
      return;
    }
    for (Part part : composition.parts()) {
      bag.send(
          part.provider(),
          new Message.Reserve(
              collecting.reservation(attempt, part.provider()),
              part.tasks(),
              part.completionMillis()));
    }
    bag.placement =
        Optional.of(
            new PlacementState.Reserving(
                collecting,
                attempt,
                composition,
                List.of(),
                nowMillis + timeouts.answerTimeoutMillis()));
  }

  private void quoteOrReenterAuction(
      BagBuilder bag,
      PlacementState.CollectingOffers collecting,
      CompositionSelector.Selection selection,
      Replies replies,
      long nowMillis) {
    if (bag.usesAuction()) {
      auction.reenterAuction(
          bag, collecting, BagEffect.MatchFailure.TOO_LATE_OR_TOO_EXPENSIVE, nowMillis);
    } else {
      quotes.offer(bag, collecting, selection, holds.sizes(bag, replies), nowMillis);
    }
  }

  void acceptQuote(BagBuilder bag, long completionMillis, Money maxPrice, long nowMillis) {
    quotes.accept(bag, completionMillis, maxPrice, nowMillis);
  }

  void declineQuote(BagBuilder bag, long nowMillis) {
    quotes.decline(bag, nowMillis);
  }

  /** In the order of the providers, not of their answers, so that answer times do not matter. */
  private static Replies replies(BagBuilder bag, PlacementState.CollectingOffers collecting) {
    List<Reply> replies = new ArrayList<>();
    for (ProviderId provider : collecting.calledProviders()) {
      PlacementState.VersionedReply reply = collecting.replies().get(provider);
      if (reply != null) {
        replies.add(reply.reply());
      }
    }
    return new Replies(collecting.tasks().size(), bag.deadlineMillis(), replies);
  }

  /** Handles a failed call: a promised bag is retried many times, any other only a few times. */
  private void callFailed(
      BagBuilder bag,
      PlacementState.CollectingOffers collecting,
      long nowMillis,
      BagEffect.NoPromiseReason reason) {
    if (bag.usesAuction()) {
      auction.reenterAuction(bag, collecting, AuctionBidding.matchFailure(reason), nowMillis);
      return;
    }
    if (reason != BagEffect.NoPromiseReason.INSUFFICIENT_FUNDS
        && calls.callAgainWithMore(bag, collecting, nowMillis)) {
      return;
    }
    if (LocalDomain.isLocalOnly(bag, collecting.calledMillis())) {
      LocalDomain.awaitNextCall(bag, collecting.tasks(), collecting.originalFault(), nowMillis);
      return;
    }
    bag.failedCalls++;
    List<ProviderMisfit> misfits = collecting.misfits();
    // No later call can change that no provider has what the tasks request.
    boolean fitsNowhere =
        !misfits.isEmpty() && misfits.size() == collecting.calledProviders().size();
    if (bag.promise.isEmpty() && bag.failedCalls < CALLS_BEFORE_PROMISE && !fitsNowhere) {
      calls.call(bag, collecting.tasks(), collecting.originalFault(), nowMillis);
    } else if (bag.promise.isEmpty()) {
      BagTermination.endWithoutPromise(bag, new BagEffect.NoPromise(reason, misfits), nowMillis);
    } else if (bag.failedCalls < CALLS_AFTER_PROMISE) {
      long pauseMillis = timeouts.backoffMillis(bag.failedCalls);
      bag.placement =
          Optional.of(
              new PlacementState.BackingOff(
                  collecting.tasks(), collecting.originalFault(), nowMillis + pauseMillis));
    } else {
      BagTermination.endWithBrokenPromise(bag, collecting, reason, nowMillis);
    }
  }

  void reserved(BagBuilder bag, ReservationId id, long nowMillis) {
    if (bag.placement.orElse(null) instanceof PlacementState.Reserving reserving
        && reserving.concerns(id)) {
      List<ReservationId> reserved = new ArrayList<>(reserving.confirmed());
      if (!reserved.contains(id)) {
        reserved.add(id);
      }
      PlacementState.Reserving after = reserving.withConfirmed(reserved);
      bag.placement = Optional.of(after);
      if (reserved.size() == reserving.composition().parts().size()) {
        holds.holdOrCommit(bag, after, nowMillis);
      }
    } else if (bag.part(id) == null && !HoldRules.holds(bag, id)) {
      bag.release(id);
    }
  }

  void commitHeld(BagBuilder bag, int tasks, long nowMillis) {
    holds.commit(bag, tasks, nowMillis);
  }

  void committed(BagBuilder bag, ReservationId id, long nowMillis) {
    committer.confirm(bag, id, nowMillis);
  }

  /** A refused commit means that the lease expired before the commit arrived. */
  void refused(BagBuilder bag, Message.Refused refused, long nowMillis) {
    List<Offer> alternatives =
        areOwnOffers(refused.provider(), refused.alternatives())
            ? refused.alternatives()
            : List.of();
    ReservationFailure failure =
        new ReservationFailure(List.of(refused.provider()), alternatives, false);
    if (bag.placement.orElse(null) instanceof PlacementState.Attempt attempt
        && attempt.concerns(refused.id())) {
      bag.effects.add(new BagEffect.ReservationRefused(refused.id(), refused.reason()));
      composeWithout(bag, attempt, failure, nowMillis);
    }
  }

  /** The account cannot cover the money to be held, so the reservations are released. */
  void insufficientFunds(BagBuilder bag, FundsLimit limit, long nowMillis) {
    PlacementState.Attempt reserved = bag.reservedParts().orElse(null);
    if (reserved != null) {
      bag.abandonPlacement();
      if (bag.promise.isPresent()) {
        callFailed(bag, reserved.call(), nowMillis, BagEffect.NoPromiseReason.INSUFFICIENT_FUNDS);
      } else {
        BagTermination.endWithoutPromise(
            bag, new BagEffect.NoPromise(limit, reserved.composition().price()), nowMillis);
      }
    }
  }

  /** Releases all parts and composes again without the failed providers. */
  private void composeWithout(
      BagBuilder bag, PlacementState.Attempt failed, ReservationFailure failure, long nowMillis) {
    PlacementState.CollectingOffers call = failed.call();
    for (Part part : failed.composition().parts()) {
      ReservationId id = call.reservation(failed.attempt(), part.provider());
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
    } else if (failed.attempt() < ATTEMPTS_PER_CALL) {
      compose(bag, after, failed.attempt() + 1, nowMillis);
    } else {
      callFailed(bag, after, nowMillis, BagEffect.NoPromiseReason.RESERVATIONS_REFUSED);
    }
  }

  void onTimer(BagBuilder bag, long nowMillis) {
    PlacementState placement = bag.placement.orElse(null);
    if (placement == null || placement.timerMillis() > nowMillis) {
      return;
    }
    switch (placement) {
      case PlacementState.CollectingOffers collecting ->
          composeOrCallAgain(bag, collecting, nowMillis);
      case PlacementState.Reserving reserving ->
          composeWithout(
              bag,
              reserving,
              ReservationFailure.ofSilent(reserving.composition(), reserving.confirmed()),
              nowMillis);
      case PlacementState.Committing committing when committer.maySendAgain(committing) ->
          committer.sendCommits(bag, committing, nowMillis);
      case PlacementState.Committing committing ->
          composeWithout(
              bag,
              committing,
              ReservationFailure.ofSilent(
                  committing.unconfirmed().stream().map(ReservationId::provider).toList()),
              nowMillis);
      case PlacementState.AwaitingAcceptance _ -> quotes.decline(bag, nowMillis);
      case PlacementState.Held _ -> HoldRules.expire(bag, nowMillis);
      case PlacementState.AwaitingMatch _ -> AuctionBidding.endUnmatched(bag, nowMillis);
      case PlacementState.BackingOff backingOff ->
          calls.call(bag, backingOff.tasks(), backingOff.originalFault(), nowMillis);
    }
  }
}

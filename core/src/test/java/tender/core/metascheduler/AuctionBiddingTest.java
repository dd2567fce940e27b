package tender.core.metascheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tender.core.compose.CompositionPolicies;
import tender.core.ledger.Transfer;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.state.AcceptancePolicy;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.BagTransition;
import tender.core.metascheduler.state.PlacementState;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Disclosure;
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.model.Time;

class AuctionBiddingTest {
  private static final ProviderId P1 = new ProviderId("p1");
  private static final ProviderId P2 = new ProviderId("p2");
  private static final BagId BAG = new BagId("bag");
  private static final Bag ONE_JOB = new Bag(1, 4, 5, 0, 10_000);
  private static final long ANSWER_MILLIS = 100;
  private static final AcceptancePolicy BID = AcceptancePolicy.auctionBid(10_000, new Money(50));

  private final Metascheduler metascheduler =
      new Metascheduler(
          List.of(P1, P2),
          Objects.requireNonNull(CompositionPolicies.all().get("earliest")),
          new TimeoutConfig(ANSWER_MILLIS, 1_000, 5_000, 1_000, 10_000));
  private final List<BagEffect> effects = new ArrayList<>();
  private BagState state;

  AuctionBiddingTest() {
    BagTransition begun = metascheduler.submit(BAG, ONE_JOB, BID, 0);
    state = begun.state();
    effects.addAll(begun.effects());
  }

  @Test
  void auctionBagCallsNoProvider() {
    assertThat(effects).containsExactly(new BagEffect.AuctionEntered());
    assertThat(state.timerMillis()).isEqualTo(10_000);
    assertThat(((BagState.Open) state).isBidding()).isTrue();
  }

  @Test
  void matchCallsOnlyItsProviderAndLeadsToPromise() {
    matchAndOffer(P2, 10_000, 50, 10);
    assertThat(effects)
        .containsExactly(
            new BagEffect.AuctionEntered(),
            new BagEffect.MatchFound(List.of(P2)),
            new BagEffect.Send(P2, new Message.Call(new CallId(BAG, 1), ONE_JOB)),
            new BagEffect.OffersRequested(List.of(P2), 0),
            new BagEffect.Send(P2, new Message.Reserve(part(1, P2), 1, 10_000)));
    follow(new BagEvent.MessageReceived(new Message.Reserved(part(1, P2), 500)), 20);
    follow(new BagEvent.MessageReceived(new Message.Committed(part(1, P2))), 21);
    assertThat(((BagState.Open) state).promise()).isPresent();
    assertThat(((BagState.Open) state).placement()).isEmpty();
  }

  @Test
  void duplicateOrLateMatchIsIgnored() {
    matchAndOffer(P2, 10_000, 50, 10);
    BagState before = state;
    effects.clear();
    follow(new BagEvent.AuctionMatched(List.of(P1)), 11);
    follow(new BagEvent.DeadlineInfeasible(), 12);
    assertThat(state).isEqualTo(before);
    assertThat(effects).isEmpty();
  }

  @Test
  void silentMatchReentersAuctionWithGrowingPause() {
    long nowMillis = 10;
    for (int failures = 0; failures < 4; failures++) {
      follow(new BagEvent.AuctionMatched(List.of(P1)), nowMillis);
      effects.clear();
      nowMillis += ANSWER_MILLIS;
      follow(new BagEvent.TimerFired(), nowMillis);
      assertThat(effects)
          .containsExactly(
              new BagEffect.AuctionReentered(List.of(P1), BagEffect.MatchFailure.NOTHING_OFFERED));
      long pauseMillis = ANSWER_MILLIS << failures;
      assertThat(awaitingMatch())
          .isEqualTo(
              new PlacementState.AwaitingMatch(TaskSet.first(1), nowMillis + pauseMillis, 10_000));
      nowMillis += pauseMillis;
    }
  }

  @Test
  void pausedBagIsNotMatched() {
    follow(new BagEvent.AuctionMatched(List.of(P1)), 10);
    follow(new BagEvent.TimerFired(), 10 + ANSWER_MILLIS);
    effects.clear();
    follow(new BagEvent.AuctionMatched(List.of(P2)), 11 + ANSWER_MILLIS);
    assertThat(effects).isEmpty();
    follow(new BagEvent.AuctionMatched(List.of(P2)), 10 + 2 * ANSWER_MILLIS);
    assertThat(effects).contains(new BagEffect.MatchFound(List.of(P2)));
  }

  @Test
  void lateOrExpensiveMatchIsRejectedWithoutQuote() {
    matchAndOffer(P1, 10_001, 50, 10);
    assertThat(effects)
        .endsWith(
            new BagEffect.AuctionReentered(
                List.of(P1), BagEffect.MatchFailure.TOO_LATE_OR_TOO_EXPENSIVE));
    effects.clear();
    matchAndOffer(P1, 10_000, 51, 1_000);
    assertThat(effects)
        .endsWith(
            new BagEffect.AuctionReentered(
                List.of(P1), BagEffect.MatchFailure.TOO_LATE_OR_TOO_EXPENSIVE));
  }

  @Test
  void refusedMatchReentersAuction() {
    matchAndOffer(P1, 10_000, 50, 10);
    effects.clear();
    follow(
        new BagEvent.MessageReceived(
            new Message.Refused(part(1, P1), Message.RefusalReason.NO_CAPACITY, List.of())),
        20);
    assertThat(effects)
        .containsExactly(
            new BagEffect.ReservationRefused(part(1, P1), Message.RefusalReason.NO_CAPACITY),
            new BagEffect.AuctionReentered(List.of(P1), BagEffect.MatchFailure.NOTHING_OFFERED));
    assertThat(awaitingMatch().timerMillis()).isEqualTo(10_000);
  }

  @Test
  void pendingEstimateCallsSameProviderAgain() {
    follow(new BagEvent.AuctionMatched(List.of(P1)), 10);
    follow(
        new BagEvent.MessageReceived(new Message.EstimatePending(new CallId(BAG, 1), P1, 200)), 20);
    effects.clear();
    follow(new BagEvent.TimerFired(), 200 + ANSWER_MILLIS);
    assertThat(effects).contains(new BagEffect.OffersRequested(List.of(P1), 0));
  }

  @Test
  void infeasibleAuctionBagEnds() {
    for (BagEvent end : List.of(new BagEvent.DeadlineInfeasible(), new BagEvent.TimerFired())) {
      state = metascheduler.submit(BAG, ONE_JOB, BID, 0).state();
      effects.clear();
      follow(end, 10_000);
      assertThat(((BagState.Ended) state).ending()).isEqualTo(BagState.Ending.NOT_MATCHED_IN_TIME);
      assertThat(effects)
          .containsExactly(new BagEffect.NoPromise(BagEffect.NoPromiseReason.NOT_MATCHED_IN_TIME));
    }
  }

  @Test
  void lostPartOfAuctionBagIsCalledEverywhere() {
    matchAndOffer(P1, 10_000, 50, 10);
    follow(new BagEvent.MessageReceived(new Message.Reserved(part(1, P1), 500)), 20);
    follow(new BagEvent.MessageReceived(new Message.Committed(part(1, P1))), 21);
    effects.clear();
    follow(
        new BagEvent.MessageReceived(
            new Message.Refused(part(1, P1), Message.RefusalReason.LEASE_EXPIRED, List.of())),
        30);
    assertThat(effects).contains(new BagEffect.OffersRequested(List.of(P2), 0));
    assertThat(((BagState.Open) state).isBidding()).isFalse();
  }

  @Test
  void bagOfSeveralTasksCallsAllMatchedProviders() {
    Bag bag = new Bag(3, 4, 5, 0, 10_000);
    state = metascheduler.submit(BAG, bag, BID, 0).state();
    effects.clear();
    follow(new BagEvent.AuctionMatched(List.of(P1, P2)), 10);
    assertThat(effects)
        .contains(
            new BagEffect.MatchFound(List.of(P1, P2)),
            new BagEffect.OffersRequested(List.of(P1, P2), 0));
    offer(P1, 2, 9_000, 10, 11);
    offer(P2, 1, 9_500, 10, 12);
    assertThat(effects)
        .contains(
            new BagEffect.Send(P1, new Message.Reserve(part(1, P1), 2, 9_000)),
            new BagEffect.Send(P2, new Message.Reserve(part(1, P2), 1, 9_500)));
  }

  /** The valuation is 50 and the price 20: providers get half of the difference in addition. */
  @Test
  void surplusIsSharedInProportionToPrices() {
    Metascheduler sharing =
        new Metascheduler(
            List.of(P1, P2),
            Objects.requireNonNull(CompositionPolicies.all().get("earliest")),
            new TimeoutConfig(ANSWER_MILLIS, 1_000, 5_000, 1_000, 10_000),
            0,
            500);
    state = sharing.submit(BAG, new Bag(4, 4, 5, 0, 10_000), BID, 0).state();
    follow(new BagEvent.AuctionMatched(List.of(P1, P2)), 10);
    offer(P1, 3, 9_000, 5, 11);
    offer(P2, 1, 9_500, 5, 12);
    effects.clear();
    for (ProviderId provider : List.of(P1, P2)) {
      BagTransition reserved =
          sharing.handle(
              state,
              new BagEvent.MessageReceived(new Message.Reserved(part(1, provider), 500)),
              20);
      state = reserved.state();
      effects.addAll(reserved.effects());
    }
    assertThat(heldFor(P1)).isEqualTo(new Money(15 + 11));
    assertThat(heldFor(P2)).isEqualTo(new Money(5 + 3));
    BagTransition half =
        sharing.handle(
            state,
            new BagEvent.MessageReceived(
                new Message.Results(part(1, P1), TaskSet.first(3), 100, new Money(15))),
            100);
    assertThat(half.effects())
        .contains(
            new BagEffect.TransferMoney(
                new Transfer(part(1, P1), Transfer.Kind.CHARGE, new Money(26), new Money(26))));
  }

  private Money heldFor(ProviderId provider) {
    return effects.stream()
        .filter(BagEffect.TransferMoney.class::isInstance)
        .map(effect -> ((BagEffect.TransferMoney) effect).transfer())
        .filter(transfer -> transfer.part().provider().equals(provider))
        .map(Transfer::amount)
        .reduce(Money.ZERO, Money::plus);
  }

  @Test
  void auctionRejectsBagWithoutDeadline() {
    Bag unlimited = new Bag(1, 4, 5, 0, Time.NEVER);
    assertThatThrownBy(() -> metascheduler.submit(BAG, unlimited, BID, 0))
        .hasMessageContaining("no deadline");
  }

  private PlacementState.AwaitingMatch awaitingMatch() {
    return (PlacementState.AwaitingMatch) ((BagState.Open) state).placement().orElseThrow();
  }

  private static ReservationId part(int round, ProviderId provider) {
    return new ReservationId(new CallId(BAG, round), 1, provider);
  }

  private void matchAndOffer(
      ProviderId provider, long completionMillis, long price, long nowMillis) {
    follow(new BagEvent.AuctionMatched(List.of(provider)), nowMillis);
    offer(provider, 1, completionMillis, price, nowMillis);
  }

  private void offer(
      ProviderId provider, int tasks, long completionMillis, long price, long nowMillis) {
    Optional<PlacementState> placement = ((BagState.Open) state).placement();
    CallId call = ((PlacementState.CollectingOffers) placement.orElseThrow()).call();
    Offer offer = new Offer(provider, tasks, completionMillis, new Money(price));
    follow(
        new BagEvent.MessageReceived(
            new Message.Offers(
                call, provider, 0, List.of(offer), Disclosure.NOTHING, nowMillis, 20_000)),
        nowMillis);
  }

  private void follow(BagEvent event, long nowMillis) {
    BagTransition transition = metascheduler.handle(state, event, nowMillis);
    state = transition.state();
    effects.addAll(transition.effects());
  }
}

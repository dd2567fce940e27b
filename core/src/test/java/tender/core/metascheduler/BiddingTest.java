package tender.core.metascheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tender.core.compose.Composers;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Disclosure;
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;

class BiddingTest {
  private static final ProviderId P1 = new ProviderId("p1");
  private static final ProviderId P2 = new ProviderId("p2");
  private static final BagId BAG = new BagId("bag");
  private static final Bag ONE_JOB = new Bag(1, 4, 5, 0, 10_000);
  private static final long ANSWER_MILLIS = 100;
  private static final Mandate BID = Mandate.bid(10_000, new Money(50));

  private final Metascheduler metascheduler =
      new Metascheduler(
          List.of(P1, P2),
          Objects.requireNonNull(Composers.all().get("earliest")),
          new Patience(ANSWER_MILLIS, 1_000, 5_000, 1_000, 10_000));
  private final List<BagEffect> effects = new ArrayList<>();
  private BagState state;

  BiddingTest() {
    Transition begun = metascheduler.submit(BAG, ONE_JOB, BID, 0);
    state = begun.state();
    effects.addAll(begun.effects());
  }

  @Test
  void whoBidsCallsNobodyAndWaitsUntilItsDeadline() {
    assertThat(effects).containsExactly(new BagEffect.Bids());
    assertThat(state.wakeMillis()).isEqualTo(10_000);
    assertThat(((BagState.Open) state).isBidding()).isTrue();
  }

  @Test
  void aMatchIsCalledToItsProviderAloneAndBecomesAPromiseLikeAnyOther() {
    matchAndOffer(P2, 10_000, 50, 10);
    assertThat(effects)
        .containsExactly(
            new BagEffect.Bids(),
            new BagEffect.Matched(P2),
            new BagEffect.Send(P2, new Message.Call(new CallId(BAG, 1), ONE_JOB)),
            new BagEffect.Called(List.of(P2)),
            new BagEffect.Send(P2, new Message.Reserve(part(1, P2), 1, 10_000)));
    follow(new BagEvent.Received(new Message.Reserved(part(1, P2), 500)), 20);
    follow(new BagEvent.Received(new Message.Committed(part(1, P2))), 21);
    assertThat(((BagState.Open) state).promise()).isPresent();
    assertThat(((BagState.Open) state).tender()).isEmpty();
  }

  @Test
  void aSecondOrLateMatchChangesNothing() {
    matchAndOffer(P2, 10_000, 50, 10);
    BagState before = state;
    effects.clear();
    follow(new BagEvent.Matched(P1), 11);
    follow(new BagEvent.Hopeless(), 12);
    assertThat(state).isEqualTo(before);
    assertThat(effects).isEmpty();
  }

  @Test
  void aProviderThatIsSilentIsPassedByAndTheBagBidsAgainLaterAndLater() {
    long nowMillis = 10;
    for (int failures = 0; failures < 4; failures++) {
      follow(new BagEvent.Matched(P1), nowMillis);
      effects.clear();
      nowMillis += ANSWER_MILLIS;
      follow(new BagEvent.Woken(), nowMillis);
      assertThat(effects)
          .containsExactly(new BagEffect.BidsAgain(P1, BagEffect.Setback.NOTHING_OFFERED));
      long pauseMillis = ANSWER_MILLIS << failures;
      assertThat(bidding())
          .isEqualTo(new Tender.Bidding(TaskSet.first(1), nowMillis + pauseMillis, 10_000));
      nowMillis += pauseMillis;
    }
  }

  @Test
  void amongThoseWhoPauseNobodyIsMatched() {
    follow(new BagEvent.Matched(P1), 10);
    follow(new BagEvent.Woken(), 10 + ANSWER_MILLIS);
    effects.clear();
    follow(new BagEvent.Matched(P2), 11 + ANSWER_MILLIS);
    assertThat(effects).isEmpty();
    follow(new BagEvent.Matched(P2), 10 + 2 * ANSWER_MILLIS);
    assertThat(effects).contains(new BagEffect.Matched(P2));
  }

  @Test
  void whatIsLateOrDearIsNotTakenAndNobodyIsAsked() {
    matchAndOffer(P1, 10_001, 50, 10);
    assertThat(effects)
        .endsWith(new BagEffect.BidsAgain(P1, BagEffect.Setback.TOO_LATE_OR_TOO_DEAR));
    effects.clear();
    matchAndOffer(P1, 10_000, 51, 1_000);
    assertThat(effects)
        .endsWith(new BagEffect.BidsAgain(P1, BagEffect.Setback.TOO_LATE_OR_TOO_DEAR));
  }

  @Test
  void aRefusedReservationIsTriedElsewhereOnlyByTheAuction() {
    matchAndOffer(P1, 10_000, 50, 10);
    effects.clear();
    follow(
        new BagEvent.Received(
            new Message.Refused(part(1, P1), Message.Refusal.NO_ROOM_ANY_MORE, List.of())),
        20);
    assertThat(effects)
        .containsExactly(
            new BagEffect.Refused(part(1, P1), Message.Refusal.NO_ROOM_ANY_MORE),
            new BagEffect.BidsAgain(P1, BagEffect.Setback.NOTHING_OFFERED));
    assertThat(bidding().untilMillis()).isEqualTo(10_000);
  }

  @Test
  void anEstimateIsWaitedForAndOnlyTheSameProviderCalledAgain() {
    follow(new BagEvent.Matched(P1), 10);
    follow(new BagEvent.Received(new Message.Estimating(new CallId(BAG, 1), P1, 200)), 20);
    effects.clear();
    follow(new BagEvent.Woken(), 200 + ANSWER_MILLIS);
    assertThat(effects).contains(new BagEffect.Called(List.of(P1)));
  }

  @Test
  void whoCanNoLongerBeInTimeEnds() {
    for (BagEvent end : List.of(new BagEvent.Hopeless(), new BagEvent.Woken())) {
      state = metascheduler.submit(BAG, ONE_JOB, BID, 0).state();
      effects.clear();
      follow(end, 10_000);
      assertThat(((BagState.Ended) state).ending()).isEqualTo(BagState.Ending.NOT_MATCHED_IN_TIME);
      assertThat(effects)
          .containsExactly(new BagEffect.NoPromise(BagEffect.Why.NOT_MATCHED_IN_TIME));
    }
  }

  @Test
  void whatIsLostAfterThePromiseIsTenderedToEverybody() {
    matchAndOffer(P1, 10_000, 50, 10);
    follow(new BagEvent.Received(new Message.Reserved(part(1, P1), 500)), 20);
    follow(new BagEvent.Received(new Message.Committed(part(1, P1))), 21);
    effects.clear();
    follow(
        new BagEvent.Received(
            new Message.Refused(part(1, P1), Message.Refusal.LEASE_ENDED, List.of())),
        30);
    assertThat(effects).contains(new BagEffect.Called(List.of(P2)));
    assertThat(((BagState.Open) state).isBidding()).isFalse();
  }

  @Test
  void onlyOneRigidJobWithADeadlineCanBid() {
    assertThatThrownBy(() -> metascheduler.submit(BAG, ONE_JOB.part(2, 10_000), BID, 0))
        .hasMessageContaining("2 tasks");
  }

  private Tender.Bidding bidding() {
    return (Tender.Bidding) ((BagState.Open) state).tender().orElseThrow();
  }

  private static ReservationId part(int round, ProviderId provider) {
    return new ReservationId(new CallId(BAG, round), 1, provider);
  }

  private void matchAndOffer(ProviderId provider, long byMillis, long price, long nowMillis) {
    follow(new BagEvent.Matched(provider), nowMillis);
    Optional<Tender> tender = ((BagState.Open) state).tender();
    CallId call = ((Tender.Calling) tender.orElseThrow()).call();
    Offer offer = new Offer(provider, 1, byMillis, new Money(price));
    follow(
        new BagEvent.Received(
            new Message.Offers(
                call, provider, 0, List.of(offer), Disclosure.NOTHING, nowMillis, 20_000)),
        nowMillis);
  }

  private void follow(BagEvent event, long nowMillis) {
    Transition transition = metascheduler.handle(state, event, nowMillis);
    state = transition.state();
    effects.addAll(transition.effects());
  }
}

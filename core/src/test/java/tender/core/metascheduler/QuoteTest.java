package tender.core.metascheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tender.core.compose.CompositionPolicies;
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

class QuoteTest {
  private static final ProviderId P1 = new ProviderId("p1");
  private static final BagId BAG = new BagId("bag");
  private static final Bag TEN_TASKS = new Bag(10, 1, 5, 0, 60);
  private static final long AGREE_MILLIS = 1_000;

  private final Metascheduler metascheduler =
      new Metascheduler(
          List.of(P1),
          Objects.requireNonNull(CompositionPolicies.all().get("earliest")),
          new TimeoutConfig(100, 1_000, 5_000, AGREE_MILLIS, 10_000));
  private final List<BagEffect> effects = new ArrayList<>();
  private BagState state =
      submitted(AcceptancePolicy.acceptWithin(60, AcceptancePolicy.anyPrice()));

  @Test
  void compositionInTimeIsReservedWithoutQuote() {
    offer(1, 60, 0, 10);
    assertThat(effects).contains(reserve(1, 60));
  }

  @Test
  void lateCompositionIsQuoted() {
    offer(1, 500, 0, 10);
    assertThat(effects).hasSize(1).first().isInstanceOf(BagEffect.QuoteReady.class);
    PlacementState.AwaitingAcceptance asking =
        (PlacementState.AwaitingAcceptance) ((BagState.Open) state).placement().orElseThrow();
    assertThat(asking.completionMillis()).isEqualTo(500 + AGREE_MILLIS);
    assertThat(state.timerMillis()).isEqualTo(10 + AGREE_MILLIS);
  }

  @Test
  void acceptedQuoteCallsAgainWithNewDeadline() {
    offer(1, 500, 0, 10);
    effects.clear();
    follow(new BagEvent.QuoteAccepted(1_500, AcceptancePolicy.anyPrice()), 400);
    assertThat(effects)
        .containsExactly(
            new BagEffect.Send(
                P1, new Message.Call(new CallId(BAG, 2), TEN_TASKS.subBag(10, 1_500))),
            new BagEffect.OffersRequested(List.of(P1), 0));
    offer(2, 1_500, 0, 410);
    assertThat(effects).contains(reserve(2, 1_500));
  }

  @Test
  void expensiveCompositionIsQuoted() {
    state = submitted(AcceptancePolicy.acceptWithin(60, new Money(99)));
    offer(1, 60, 10, 10);
    assertThat(effects).hasSize(1).first().isInstanceOf(BagEffect.QuoteReady.class);
    follow(new BagEvent.QuoteAccepted(60, new Money(100)), 20);
    offer(2, 60, 10, 30);
    assertThat(effects).contains(reserve(2, 60));
  }

  @Test
  void alwaysAskQuotesEvenInTime() {
    state = submitted(AcceptancePolicy.alwaysAsk(60));
    offer(1, 60, 0, 10);
    assertThat(effects).hasSize(1).first().isInstanceOf(BagEffect.QuoteReady.class);
  }

  @Test
  void declinedAndExpiredQuotesEndBag() {
    for (BagEvent no : List.of(new BagEvent.QuoteDeclined(), new BagEvent.TimerFired())) {
      state = submitted(AcceptancePolicy.acceptWithin(60, AcceptancePolicy.anyPrice()));
      offer(1, 500, 0, 10);
      follow(no, 10 + AGREE_MILLIS);
      assertThat(((BagState.Ended) state).ending()).isEqualTo(BagState.Ending.QUOTE_NOT_ACCEPTED);
      assertThat(effects).endsWith(new BagEffect.QuoteNotAccepted());
    }
  }

  @Test
  void operatorsReasonIsRecorded() {
    follow(new BagEvent.CancelRequested(Optional.of("abuse")), 13);

    assertThat(effects).contains(new BagEffect.BagStopped(Optional.of("abuse")));
    assertThat(((BagState.Ended) state).ending()).isEqualTo(BagState.Ending.CANCELLED);
  }

  @Test
  void cancelledBagReleasesEverything() {
    ReservationId part = new ReservationId(new CallId(BAG, 1), 1, P1);
    offer(1, 60, 0, 10);
    follow(new BagEvent.MessageReceived(new Message.Reserved(part, 99)), 11);
    follow(new BagEvent.MessageReceived(new Message.Committed(part)), 12);
    effects.clear();
    follow(new BagEvent.CancelRequested(), 13);
    assertThat(effects)
        .containsExactly(
            new BagEffect.Send(P1, new Message.Release(part)),
            new BagEffect.BagStopped(Optional.empty()));
    assertThat(((BagState.Ended) state).ending()).isEqualTo(BagState.Ending.CANCELLED);
    effects.clear();
    follow(new BagEvent.MessageReceived(new Message.Results(part, TaskSet.first(3), 14)), 15);
    assertThat(effects).containsExactly(new BagEffect.Send(P1, new Message.Release(part)));
  }

  @Test
  void bagWhoseFirstTasksAllFailedReleasesEverythingAndBreaksNoPromise() {
    ReservationId part = new ReservationId(new CallId(BAG, 1), 1, P1);
    offer(1, 60, 0, 10);
    follow(new BagEvent.MessageReceived(new Message.Reserved(part, 99)), 11);
    follow(new BagEvent.MessageReceived(new Message.Committed(part)), 12);
    effects.clear();
    follow(new BagEvent.FailureLimitReached(7), 13);
    assertThat(effects)
        .containsExactly(
            new BagEffect.Send(P1, new Message.Release(part)),
            new BagEffect.StoppedAfterFailures(7));
    BagState.Ended ended = (BagState.Ended) state;
    assertThat(ended.ending()).isEqualTo(BagState.Ending.STOPPED_AFTER_FAILURES);
    assertThat(ended.breach()).isEmpty();
  }

  private BagState submitted(AcceptancePolicy acceptancePolicy) {
    effects.clear();
    return metascheduler.submit(BAG, TEN_TASKS, acceptancePolicy, 0).state();
  }

  private void offer(int round, long completionMillis, long pricePerTask, long nowMillis) {
    Offer offer = new Offer(P1, 10, completionMillis, new Money(pricePerTask));
    follow(
        new BagEvent.MessageReceived(
            new Message.Offers(
                new CallId(BAG, round),
                P1,
                0,
                List.of(offer),
                Disclosure.NOTHING,
                nowMillis,
                2_000)),
        nowMillis);
  }

  private void follow(BagEvent event, long nowMillis) {
    BagTransition transition = metascheduler.handle(state, event, nowMillis);
    state = transition.state();
    effects.addAll(transition.effects());
  }

  private static BagEffect reserve(int round, long completionMillis) {
    return new BagEffect.Send(
        P1,
        new Message.Reserve(
            new ReservationId(new CallId(BAG, round), 1, P1), 10, completionMillis));
  }
}

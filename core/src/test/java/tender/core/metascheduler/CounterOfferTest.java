package tender.core.metascheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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

class CounterOfferTest {
  private static final ProviderId P1 = new ProviderId("p1");
  private static final BagId BAG = new BagId("bag");
  private static final Bag TEN_TASKS = new Bag(10, 1, 5, 0, 60);
  private static final long AGREE_MILLIS = 1_000;

  private final Metascheduler metascheduler =
      new Metascheduler(
          List.of(P1),
          Objects.requireNonNull(Composers.all().get("earliest")),
          new Patience(100, 1_000, 5_000, AGREE_MILLIS, 10_000));
  private final List<BagEffect> effects = new ArrayList<>();
  private BagState state = submitted(Mandate.within(60, Mandate.anyPrice()));

  @Test
  void whatMeetsTheDeadlineIsReservedWithoutAsking() {
    offer(1, 60, 0, 10);
    assertThat(effects).contains(reserve(1, 60));
  }

  @Test
  void whatEndsTooLateIsAskedFor() {
    offer(1, 500, 0, 10);
    assertThat(effects).hasSize(1).first().isInstanceOf(BagEffect.Ask.class);
    Tender.Asking asking = (Tender.Asking) ((BagState.Open) state).tender().orElseThrow();
    assertThat(asking.byMillis()).isEqualTo(500 + AGREE_MILLIS);
    assertThat(state.wakeMillis()).isEqualTo(10 + AGREE_MILLIS);
  }

  @Test
  void whatIsAgreedToIsCalledForAgainAndThenWantedByThatTime() {
    offer(1, 500, 0, 10);
    effects.clear();
    follow(new BagEvent.Agreed(1_500, Mandate.anyPrice()), 400);
    assertThat(effects)
        .containsExactly(
            new BagEffect.Send(P1, new Message.Call(new CallId(BAG, 2), TEN_TASKS.part(10, 1_500))),
            new BagEffect.Called(List.of(P1)));
    offer(2, 1_500, 0, 410);
    assertThat(effects).contains(reserve(2, 1_500));
  }

  @Test
  void whatIsTooDearIsAskedFor() {
    state = submitted(Mandate.within(60, new Money(99)));
    offer(1, 60, 10, 10);
    assertThat(effects).hasSize(1).first().isInstanceOf(BagEffect.Ask.class);
    follow(new BagEvent.Agreed(60, new Money(100)), 20);
    offer(2, 60, 10, 30);
    assertThat(effects).contains(reserve(2, 60));
  }

  @Test
  void aUserWhoWantsToSeeFirstIsAskedEvenIfTheDeadlineIsMet() {
    state = submitted(Mandate.ask(60));
    offer(1, 60, 0, 10);
    assertThat(effects).hasSize(1).first().isInstanceOf(BagEffect.Ask.class);
  }

  @Test
  void noAnswerAndNoAreTheSame() {
    for (BagEvent no : List.of(new BagEvent.Declined(), new BagEvent.Woken())) {
      state = submitted(Mandate.within(60, Mandate.anyPrice()));
      offer(1, 500, 0, 10);
      follow(no, 10 + AGREE_MILLIS);
      assertThat(((BagState.Ended) state).ending()).isEqualTo(BagState.Ending.NOT_AGREED);
    }
  }

  @Test
  void aCancelledBagLetsGoOfEverything() {
    ReservationId part = new ReservationId(new CallId(BAG, 1), 1, P1);
    offer(1, 60, 0, 10);
    follow(new BagEvent.Received(new Message.Reserved(part, 99)), 11);
    follow(new BagEvent.Received(new Message.Committed(part)), 12);
    effects.clear();
    follow(new BagEvent.Cancelled(), 13);
    assertThat(effects)
        .containsExactly(
            new BagEffect.Send(P1, new Message.Release(part)), new BagEffect.Stopped());
    assertThat(((BagState.Ended) state).ending()).isEqualTo(BagState.Ending.CANCELLED);
    effects.clear();
    follow(new BagEvent.Received(new Message.Results(part, TaskSet.first(3), 14)), 15);
    assertThat(effects).containsExactly(new BagEffect.Send(P1, new Message.Release(part)));
  }

  private BagState submitted(Mandate mandate) {
    effects.clear();
    return metascheduler.submit(BAG, TEN_TASKS, mandate, 0).state();
  }

  private void offer(int round, long byMillis, long pricePerTask, long nowMillis) {
    Offer offer = new Offer(P1, 10, byMillis, new Money(pricePerTask));
    follow(
        new BagEvent.Received(
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
    Transition transition = metascheduler.handle(state, event, nowMillis);
    state = transition.state();
    effects.addAll(transition.effects());
  }

  private static BagEffect reserve(int round, long byMillis) {
    return new BagEffect.Send(
        P1, new Message.Reserve(new ReservationId(new CallId(BAG, round), 1, P1), 10, byMillis));
  }
}

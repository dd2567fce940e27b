package tender.core.metascheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tender.core.compose.EarliestCompletion;
import tender.core.ledger.Transfer;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.state.AcceptancePolicy;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.BagTransition;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.BidRange;
import tender.core.model.Disclosure;
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.model.Time;

class ShareBiddingTest {
  private static final ProviderId HOST = new ProviderId("host");
  private static final BagId ID = new BagId("bag");
  private static final ReservationId PART = new ReservationId(new CallId(ID, 1), 1, HOST);
  private static final long MINUTE = Time.MINUTE_MILLIS;

  /** A review every minute. */
  private static final Bag BAG = new Bag(10, 1, MINUTE, 0, 60 * MINUTE);

  private final Metascheduler rules =
      new Metascheduler(
          List.of(HOST),
          new EarliestCompletion(),
          TimeoutConfig.answersOnly(10 * Time.SECOND_MILLIS));
  private BagState state;
  private List<BagEffect> effects = List.of();

  ShareBiddingTest() {
    state =
        rules.submit(ID, BAG, acceptancePolicy(Message.BidStrategy.BY_DEADLINE, 10_000), 0).state();
  }

  private static AcceptancePolicy acceptancePolicy(Message.BidStrategy bidStrategy, long credits) {
    Money budget = new Money(1_000 * credits);
    return AcceptancePolicy.acceptWithin(60 * MINUTE, budget)
        .withBudget(budget, false)
        .withBidStrategy(Optional.of(bidStrategy));
  }

  private void follow(BagEvent event, long nowMillis) {
    BagTransition transition = rules.handle(state, event, nowMillis);
    state = transition.state();
    effects = transition.effects();
  }

  private void receive(Message.ToMetascheduler message, long nowMillis) {
    follow(new BagEvent.MessageReceived(message), nowMillis);
  }

  private static Money credits(double credits) {
    return new Money(Math.round(1_000 * credits));
  }

  private void commit(Money price) {
    commit(price, 0);
  }

  private void commit(Money price, int surchargePercent) {
    BidRange bids = new BidRange(credits(1), credits(19), credits(10), surchargePercent);
    Offer offer = new Offer(HOST, 10, 60 * MINUTE, price);
    receive(
        new Message.Offers(
            new CallId(ID, 1), HOST, 0, List.of(offer), Disclosure.ofBids(bids), 0, MINUTE),
        0);
    receive(new Message.Reserved(PART, MINUTE), 0);
    receive(new Message.Committed(PART), 0);
  }

  private Optional<Message.Bid> bid() {
    return effects.stream()
        .filter(BagEffect.Send.class::isInstance)
        .map(effect -> ((BagEffect.Send) effect).message())
        .filter(Message.Bid.class::isInstance)
        .map(Message.Bid.class::cast)
        .findFirst();
  }

  private Message.Bid reviewed(long nowMillis) {
    assertThat(state.timerMillis()).isLessThanOrEqualTo(nowMillis);
    follow(new BagEvent.TimerFired(), nowMillis);
    return bid().orElseThrow();
  }

  @Test
  void callsCarryBidStrategy() {
    BagTransition begun =
        rules.submit(ID, BAG, acceptancePolicy(Message.BidStrategy.BY_DEADLINE, 9), 0);
    assertThat(begun.effects())
        .contains(
            new BagEffect.Send(
                HOST,
                new Message.Call(
                    new CallId(ID, 1),
                    BAG,
                    0,
                    Optional.of(Message.BidStrategy.BY_DEADLINE),
                    false)));
  }

  @Test
  void lateForecastRaisesBidAndEarlyLowersIt() {
    commit(credits(1));
    assertThat(reviewed(MINUTE)).isEqualTo(new Message.Bid(PART, 1, credits(10)));
    // Twice the remaining time.
    receive(new Message.CompletionChanged(PART, MINUTE + 2 * 59 * MINUTE), MINUTE);
    Message.Bid raised = reviewed(2 * MINUTE);
    assertThat(raised.perMinute()).isEqualTo(credits(19));
    assertThat(effects).contains(new BagEffect.BidChanged(PART, credits(10), credits(19)));
    // Between half of the time and all of it: unchanged, and sent again.
    receive(new Message.CompletionChanged(PART, 40 * MINUTE), 2 * MINUTE);
    assertThat(reviewed(3 * MINUTE)).isEqualTo(raised);
    assertThat(effects).noneMatch(BagEffect.BidChanged.class::isInstance);
    // A tenth of the remaining time.
    receive(new Message.CompletionChanged(PART, 10 * MINUTE), 3 * MINUTE);
    Message.Bid lowered = reviewed(4 * MINUTE);
    assertThat(lowered.perMinute().millicredits()).isBetween(1_500L, 2_500L);
    assertThat(lowered.sequence()).isEqualTo(raised.sequence() + 1);
  }

  @Test
  void fixedBidIsRepeatedUnchanged() {
    Message.BidStrategy always = new Message.BidStrategy(Optional.of(credits(10)));
    state = rules.submit(ID, BAG, acceptancePolicy(always, 1_000), 0).state();
    commit(credits(1));
    receive(new Message.CompletionChanged(PART, 200 * MINUTE), 1);
    assertThat(reviewed(MINUTE)).isEqualTo(new Message.Bid(PART, 1, credits(10)));
    assertThat(reviewed(2 * MINUTE)).isEqualTo(new Message.Bid(PART, 1, credits(10)));
  }

  @Test
  void bidIsLimitedByRemainingMoney() {
    state =
        rules.submit(ID, BAG, acceptancePolicy(Message.BidStrategy.BY_DEADLINE, 300), 0).state();
    commit(credits(20));
    // The whole budget is held, not only the price of 200.
    assertThat(((BagState.Open) state).parts().getFirst().contract().orElseThrow().price())
        .isEqualTo(credits(300));
    receive(new Message.CompletionChanged(PART, 500 * MINUTE), 1);
    // 300 for an hour.
    assertThat(reviewed(MINUTE).perMinute()).isEqualTo(new Money(300_000 / 59));
    receive(new Message.Results(PART, TaskSet.first(1), 2, credits(284)), 2 * MINUTE);
    // 16 for 56 minutes; the minimum bid of the provider is higher.
    receive(new Message.CompletionChanged(PART, 500 * MINUTE), 3 * MINUTE);
    assertThat(reviewed(4 * MINUTE).perMinute()).isEqualTo(credits(1));
  }

  @Test
  void surchargeIsPaidFromSameMoney() {
    state =
        rules.submit(ID, BAG, acceptancePolicy(Message.BidStrategy.BY_DEADLINE, 300), 0).state();
    commit(credits(24), 20);
    receive(new Message.CompletionChanged(PART, 500 * MINUTE), 1);
    // A bid of 250 for an hour costs 300.
    assertThat(reviewed(MINUTE).perMinute()).isEqualTo(new Money(250_000 / 59));
    receive(new Message.Results(PART, TaskSet.first(1), 2, credits(30)), 2 * MINUTE);
    receive(new Message.Results(PART, TaskSet.first(1), 2, credits(36)), 3 * MINUTE);
    assertThat(effects)
        .contains(
            new BagEffect.TransferMoney(
                new Transfer(PART, Transfer.Kind.CHARGE, credits(36), credits(36), credits(6))));
  }

  @Test
  void bagWithoutStrategySendsNoBids() {
    state =
        rules.submit(ID, BAG, AcceptancePolicy.acceptWithin(60 * MINUTE, credits(300)), 0).state();
    commit(credits(20));
    follow(new BagEvent.TimerFired(), 5 * MINUTE);
    assertThat(bid()).isEmpty();
    assertThat(((BagState.Open) state).parts().getFirst().contract().orElseThrow().price())
        .isEqualTo(credits(200));
  }
}

package tender.core.metascheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tender.core.compose.CompositionPolicies;
import tender.core.ledger.FundsLimit;
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

/** Bags of other markets: several sizes in a quote, and parts that are held until they commit. */
class HoldTest {
  private static final ProviderId P1 = new ProviderId("p1");
  private static final ProviderId P2 = new ProviderId("p2");
  private static final BagId BAG = new BagId("bag");
  private static final CallId CALL = new CallId(BAG, 1);
  private static final Bag TEN_TASKS = new Bag(10, 1, 5, 0, 60);
  private static final long ANSWER_MILLIS = 100;
  private static final ReservationId AT_P1 = new ReservationId(CALL, 1, P1);
  private static final ReservationId AT_P2 = new ReservationId(CALL, 1, P2);

  private final Metascheduler metascheduler =
      new Metascheduler(
          List.of(P1, P2),
          Objects.requireNonNull(CompositionPolicies.all().get("earliest")),
          new TimeoutConfig(ANSWER_MILLIS, 1_000, 5_000, 1_000, 10_000));
  private final List<BagEffect> effects = new ArrayList<>();
  private BagState state =
      metascheduler
          .submit(BAG, TEN_TASKS, AcceptancePolicy.acceptAny(60).withHoldFirst(true), 0)
          .state();

  @Test
  void reservedPartsAreHeldAndNotCommitted() {
    hold();

    assertThat(effects).noneMatch(HoldTest::isCommit);
    assertThat(placement()).isInstanceOf(PlacementState.Held.class);
    assertThat(state.timerMillis()).isEqualTo(14 + 2 * ANSWER_MILLIS);
    // Another answer about the same reservation changes nothing.
    effects.clear();
    receive(new Message.Reserved(AT_P1, 99), 15);
    assertThat(effects).isEmpty();
  }

  @Test
  void committedHoldBecomesPromise() {
    hold();
    handle(new BagEvent.HoldCommitted(10), 20);

    assertThat(effects)
        .contains(
            new BagEffect.Send(P1, new Message.Commit(AT_P1, TaskSet.first(6))),
            new BagEffect.Send(
                P2, new Message.Commit(AT_P2, TaskSet.first(10).minus(TaskSet.first(6)))));
    receive(new Message.Committed(AT_P1), 21);
    receive(new Message.Committed(AT_P2), 22);
    assertThat(((BagState.Open) state).promise()).isPresent();
    // The commit may come twice.
    BagState before = state;
    handle(new BagEvent.HoldCommitted(10), 23);
    assertThat(state).isEqualTo(before);
  }

  @Test
  void fewerTasksThanHeldReleaseTheRest() {
    hold();
    handle(new BagEvent.HoldCommitted(5), 20);

    assertThat(effects)
        .contains(
            new BagEffect.Send(P1, new Message.Commit(AT_P1, TaskSet.first(5))),
            new BagEffect.Send(P2, new Message.Release(AT_P2)));
    receive(new Message.Committed(AT_P1), 21);
    BagState.Open open = (BagState.Open) state;
    assertThat(open.bag().tasks()).isEqualTo(5);
    assertThat(open.promise().orElseThrow().composition().unplacedTasks()).isZero();
    receive(new Message.Results(AT_P1, TaskSet.first(5), 30), 31);
    assertThat(((BagState.Ended) state).ending()).isEqualTo(BagState.Ending.DONE);
  }

  @Test
  void moreTasksThanHeldAreNotCommitted() {
    hold();
    handle(new BagEvent.HoldCommitted(11), 20);

    assertThat(effects).noneMatch(HoldTest::isCommit);
    assertThat(placement()).isInstanceOf(PlacementState.Held.class);
  }

  @Test
  void holdExpiresAndIsReleased() {
    hold();
    handle(new BagEvent.TimerFired(), 14 + 2 * ANSWER_MILLIS);

    assertThat(((BagState.Ended) state).ending()).isEqualTo(BagState.Ending.QUOTE_NOT_ACCEPTED);
    assertReleased();
  }

  @Test
  void cancelledHoldIsReleased() {
    hold();
    handle(new BagEvent.CancelRequested(), 20);

    assertThat(((BagState.Ended) state).ending()).isEqualTo(BagState.Ending.CANCELLED);
    assertReleased();
  }

  @Test
  void missingMoneyReleasesHold() {
    hold();
    handle(new BagEvent.InsufficientFunds(FundsLimit.ACCOUNT), 20);

    assertThat(((BagState.Ended) state).ending()).isEqualTo(BagState.Ending.INSUFFICIENT_FUNDS);
    assertReleased();
  }

  @Test
  void lostReservationIsComposedAgain() {
    hold();
    Offer all = new Offer(P1, 10, 90, Money.ZERO);
    receive(new Message.Refused(AT_P1, Message.RefusalReason.NO_CAPACITY, List.of(all)), 20);

    assertThat(placement()).isInstanceOf(PlacementState.Reserving.class);
    assertThat(effects).contains(new BagEffect.Send(P2, new Message.Release(AT_P2)));
  }

  @Test
  void quoteHasSeveralSizes() {
    state =
        metascheduler
            .submit(BAG, TEN_TASKS, AcceptancePolicy.alwaysAsk(60).withHoldFirst(true), 0)
            .state();
    offer(P1, 6, 40);
    offer(P2, 6, 70);

    PlacementState.AwaitingAcceptance asking = (PlacementState.AwaitingAcceptance) placement();
    assertThat(asking.sizes())
        .containsExactly(
            new PlacementState.SizedQuote(1, 60, new Money(2)),
            new PlacementState.SizedQuote(2, 60, new Money(4)),
            new PlacementState.SizedQuote(5, 60, new Money(10)),
            new PlacementState.SizedQuote(10, 70 + ANSWER_MILLIS, new Money(20)));
  }

  /** Six tasks are held at one provider and four at the other. */
  private void hold() {
    offer(P1, 6, 40);
    offer(P2, 6, 50);
    receive(new Message.Reserved(AT_P1, 99), 13);
    receive(new Message.Reserved(AT_P2, 99), 14);
  }

  private void offer(ProviderId provider, int tasks, long completionMillis) {
    Offer offer = new Offer(provider, tasks, completionMillis, new Money(2));
    receive(
        new Message.Offers(CALL, provider, 0, List.of(offer), Disclosure.NOTHING, 10, 2_000), 10);
  }

  private void receive(Message.ToMetascheduler message, long nowMillis) {
    handle(new BagEvent.MessageReceived(message), nowMillis);
  }

  private void handle(BagEvent event, long nowMillis) {
    BagTransition transition = metascheduler.handle(state, event, nowMillis);
    state = transition.state();
    effects.addAll(transition.effects());
  }

  private PlacementState placement() {
    return ((BagState.Open) state).placement().orElseThrow();
  }

  private void assertReleased() {
    assertThat(effects)
        .contains(
            new BagEffect.Send(P1, new Message.Release(AT_P1)),
            new BagEffect.Send(P2, new Message.Release(AT_P2)));
  }

  private static boolean isCommit(BagEffect effect) {
    return effect instanceof BagEffect.Send send && send.message() instanceof Message.Commit;
  }
}

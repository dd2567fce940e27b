package tender.core.metascheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tender.core.compose.CompositionPolicies;
import tender.core.ledger.FundsLimit;
import tender.core.ledger.Transfer;
import tender.core.ledger.Transfer.Kind;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.state.AcceptancePolicy;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.BagTransition;
import tender.core.metascheduler.state.Breach;
import tender.core.metascheduler.state.PlacementState;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Disclosure;
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.model.Time;

/** The transfers of money while a bag is placed and run. */
class AccountingTest {
  private static final ProviderId P1 = new ProviderId("p1");
  private static final ProviderId P2 = new ProviderId("p2");
  private static final BagId BAG = new BagId("bag");
  private static final Bag TEN_TASKS = new Bag(10, 1, 5, 0, 60);

  private final Metascheduler metascheduler =
      new Metascheduler(
          List.of(P1, P2),
          Objects.requireNonNull(CompositionPolicies.all().get("earliest")),
          new TimeoutConfig(100, 1_000, 5_000, 1_000, 10_000),
          100,
          0);
  private final List<Transfer> moved = new ArrayList<>();
  private BagState state =
      metascheduler.submit(BAG, TEN_TASKS, AcceptancePolicy.acceptAny(60), 0).state();

  @Test
  void priceOfAllPartsIsHeldAtCommit() {
    offer(1, P1, 6, 10);
    offer(1, P2, 6, 20);
    receive(new Message.Reserved(part(1, P1), 99));
    assertThat(moved).isEmpty();
    receive(new Message.Reserved(part(1, P2), 99));
    assertThat(moved)
        .containsExactly(transfer(1, P1, Kind.HOLD, 60, 60), transfer(1, P2, Kind.HOLD, 80, 80));
  }

  @Test
  void billsAreChargedAtEndOfPartAndRestIsReleased() {
    commit();
    results(P1, 3, 25);
    assertThat(moved).isEmpty();
    assertThat(((BagState.Open) state).paidSoFar()).isEqualTo(new Money(25));
    results(P1, 6, 45);
    assertThat(moved)
        .containsExactly(
            transfer(1, P1, Kind.CHARGE, 45, 45), transfer(1, P1, Kind.RELEASE, 15, 15));
  }

  @Test
  void billsOfLongPartAreChargedOnceAMinute() {
    Metascheduler patient =
        new Metascheduler(
            List.of(P1, P2),
            Objects.requireNonNull(CompositionPolicies.all().get("earliest")),
            new TimeoutConfig(100, Time.HOUR_MILLIS, Time.DAY_MILLIS, 1_000, 10_000),
            100,
            0);
    commit();
    for (int second = 1; second <= 130; second++) {
      Message.Results report =
          new Message.Results(part(1, P2), TaskSet.empty(), 40, new Money(second / 2));
      BagTransition transition =
          patient.handle(state, new BagEvent.MessageReceived(report), second * Time.SECOND_MILLIS);
      state = transition.state();
      collect(transition.effects());
    }
    // The first bill above zero arrives after 2 s, so it is due after 62 s, and the next after 124.
    assertThat(moved)
        .containsExactly(
            transfer(1, P2, Kind.CHARGE, 31, 31), transfer(1, P2, Kind.CHARGE, 31, 62));
    assertThat(((BagState.Open) state).paidSoFar()).isEqualTo(new Money(65));
  }

  @Test
  void chargeNeverExceedsPriceOrRepeats() {
    commit();
    results(P1, 3, 50);
    results(P1, 3, 50);
    results(P1, 3, 10);
    results(P1, 6, 1_000_000);
    assertThat(moved).containsExactly(transfer(1, P1, Kind.CHARGE, 60, 60));
  }

  @Test
  void cancelledBagPaysForTimeThatItsTasksRan() {
    commit();
    results(P1, 3, 25);
    follow(new BagEvent.CancelRequested(), 50);
    assertThat(moved).isEmpty();
    assertThat(((BagState.Ended) state).paid()).isEqualTo(new Money(25));
    results(P1, 0, 31);
    results(P1, 0, 31);
    gone(P1);
    results(P2, 0, 1_000_000);
    gone(P2);
    assertThat(moved)
        .containsExactly(
            transfer(1, P1, Kind.CHARGE, 31, 31),
            transfer(1, P1, Kind.RELEASE, 29, 29),
            transfer(1, P2, Kind.CHARGE, 80, 80));
    assertThat(((BagState.Ended) state).paid()).isEqualTo(new Money(111));
    assertThat(state.timerMillis()).isEqualTo(Time.NEVER);
    moved.clear();
    results(P1, 6, 60);
    gone(P1);
    assertThat(moved).isEmpty();
  }

  @Test
  void moneyOfCancelledBagIsReleasedIfProviderIsSilent() {
    commit();
    follow(new BagEvent.CancelRequested(), 50);
    for (int inquiry = 0; inquiry <= 3; inquiry++) {
      assertThat(moved).isEmpty();
      follow(new BagEvent.TimerFired(), state.timerMillis());
    }
    assertThat(moved)
        .containsExactly(
            transfer(1, P1, Kind.RELEASE, 60, 60), transfer(1, P2, Kind.RELEASE, 80, 80));
    assertThat(state.timerMillis()).isEqualTo(Time.NEVER);
    moved.clear();
    results(P1, 6, 60);
    assertThat(moved).isEmpty();
  }

  @Test
  void providerWithoutPartCannotCharge() {
    commit();
    ReservationId other = new ReservationId(new CallId(BAG, 1), 2, P1);
    receive(new Message.Results(other, TaskSet.first(6), 40, new Money(60)));
    assertThat(moved).isEmpty();
    follow(new BagEvent.CancelRequested(), 50);
    receive(new Message.Results(other, TaskSet.first(6), 40, new Money(60)));
    receive(new Message.Refused(other, Message.RefusalReason.LEASE_EXPIRED, List.of()));
    assertThat(moved).isEmpty();
  }

  /**
   * Whatever bills arrive, in any order and however often, before or after the end: no charge is
   * negative, all charges and the release are exactly what was held, and nothing moves twice.
   */
  @Test
  void holdIsSplitExactlyIntoChargesAndRelease() {
    for (int seed = 1; seed <= 500; seed++) {
      Random random = new Random(seed);
      moved.clear();
      state = metascheduler.submit(BAG, TEN_TASKS, AcceptancePolicy.acceptAny(60), 0).state();
      commit();
      for (int step = 0; step < 30; step++) {
        ProviderId provider = random.nextBoolean() ? P1 : P2;
        switch (random.nextInt(8)) {
          case 0 -> follow(new BagEvent.CancelRequested(), 20);
          case 1 -> gone(provider);
          case 2 -> follow(new BagEvent.TimerFired(), Math.min(state.timerMillis(), 9_000));
          default ->
              receive(
                  new Message.Results(
                      part(1, provider),
                      TaskSet.range(provider.equals(P1) ? 0 : 6, 6 + random.nextInt(3)),
                      40,
                      new Money(random.nextInt(120))));
        }
      }
      follow(new BagEvent.CancelRequested(), 20);
      for (ProviderId provider : List.of(P1, P2)) {
        gone(provider);
        assertThat(sum(provider, Kind.CHARGE) + sum(provider, Kind.RELEASE))
            .as("seed %d, %s: %s", seed, provider, moved)
            .isEqualTo(provider.equals(P1) ? 60 : 80);
      }
      assertThat(moved).doesNotHaveDuplicates();
      assertThat(((BagState.Ended) state).paid().millicredits())
          .isEqualTo(sum(P1, Kind.CHARGE) + sum(P2, Kind.CHARGE));
    }
  }

  private long sum(ProviderId provider, Kind kind) {
    return moved.stream()
        .filter(one -> one.kind() == kind && one.part().equals(part(1, provider)))
        .mapToLong(one -> one.amount().millicredits())
        .sum();
  }

  private void gone(ProviderId provider) {
    receive(new Message.Refused(part(1, provider), Message.RefusalReason.LEASE_EXPIRED, List.of()));
  }

  @Test
  void refusedCommitReleasesMoneyOfAllParts() {
    offer(1, P1, 6, 10);
    offer(1, P2, 6, 20);
    receive(new Message.Reserved(part(1, P1), 99));
    receive(new Message.Reserved(part(1, P2), 99));
    moved.clear();
    receive(new Message.Refused(part(1, P2), Message.RefusalReason.LEASE_EXPIRED, List.of()));
    assertThat(moved)
        .containsExactly(
            transfer(1, P1, Kind.RELEASE, 60, 60), transfer(1, P2, Kind.RELEASE, 80, 80));
  }

  @Test
  void moneyOfLostPartIsReleasedAtReplacement() {
    commit();
    results(P1, 3, 25);
    receive(new Message.Refused(part(1, P1), Message.RefusalReason.LEASE_EXPIRED, List.of()));
    moved.clear();
    offer(2, P2, 3, 30);
    ReservationId again = new ReservationId(new CallId(BAG, 2), 1, P2);
    receive(new Message.Reserved(again, 99));
    assertThat(moved)
        .containsExactly(
            transfer(1, P1, Kind.RELEASE, 35, 35),
            new Transfer(again, Kind.HOLD, new Money(90), new Money(90)));
  }

  @Test
  void freePartTransfersNoMoney() {
    offer(1, P1, 10, 0);
    offer(1, P2, 10, 0);
    receive(new Message.Reserved(part(1, P1), 99));
    receive(new Message.Committed(part(1, P1)));
    results(P1, 10, 77);
    assertThat(state).isInstanceOf(BagState.Ended.class);
    assertThat(moved).isEmpty();
  }

  @Test
  void providerThatDropsPartPaysPenaltyOnce() {
    commit();
    Message.Refused dropped =
        new Message.Refused(part(1, P1), Message.RefusalReason.LEASE_EXPIRED, List.of());
    receive(dropped);
    receive(dropped);
    assertThat(moved).containsExactly(transfer(1, P1, Kind.PENALTY, 6, 6));
  }

  @Test
  void lateProviderPaysPenalty() {
    commit();
    Message.Results late =
        new Message.Results(part(1, P2), TaskSet.range(6, 10), 61, new Money(80));
    follow(new BagEvent.MessageReceived(late), 161);
    assertThat(moved)
        .containsExactly(transfer(1, P2, Kind.CHARGE, 80, 80), transfer(1, P2, Kind.PENALTY, 8, 8));
  }

  /** The user's limit was too short, so the late end is not the provider's fault. */
  @Test
  void lateProviderWhoseTasksExceededTheirLimitPaysNoPenalty() {
    commit();
    results(P1, 6, 45);
    moved.clear();
    follow(new BagEvent.LimitExceeded(part(1, P2)), 50);
    Message.Results late =
        new Message.Results(part(1, P2), TaskSet.range(6, 10), 61, new Money(80));
    follow(new BagEvent.MessageReceived(late), 161);
    assertThat(moved).containsExactly(transfer(1, P2, Kind.CHARGE, 80, 80));
    assertThat(((BagState.Ended) state).breach().orElseThrow().cause())
        .isEqualTo(Breach.Cause.TASKS_EXCEEDED_LIMIT);
  }

  @Test
  void overdueProviderWhoseTasksExceededTheirLimitPaysNoPenalty() {
    commit();
    results(P1, 6, 45);
    moved.clear();
    follow(new BagEvent.LimitExceeded(part(1, P2)), 50);
    follow(new BagEvent.TimerFired(), 6_000);
    assertThat(moved).isEmpty();
    assertThat(((BagState.Open) state).distrustedProviders()).isEmpty();
  }

  @Test
  void providerThatDropsTasksOverTheirLimitPaysPenalty() {
    commit();
    follow(new BagEvent.LimitExceeded(part(1, P1)), 50);
    receive(new Message.Refused(part(1, P1), Message.RefusalReason.LEASE_EXPIRED, List.of()));
    assertThat(moved).containsExactly(transfer(1, P1, Kind.PENALTY, 6, 6));
    assertThat(((BagState.Open) state).distrustedProviders()).containsExactly(P1);
  }

  @Test
  void lateReportCostsNoPenalty() {
    commit();
    Message.Results heardLate =
        new Message.Results(part(1, P2), TaskSet.range(6, 10), 60, new Money(80));
    follow(new BagEvent.MessageReceived(heardLate), 5_000);
    assertThat(moved).containsExactly(transfer(1, P2, Kind.CHARGE, 80, 80));
  }

  @Test
  void insufficientFundsReleaseReservations() {
    offer(1, P1, 6, 10);
    offer(1, P2, 6, 20);
    receive(new Message.Reserved(part(1, P1), 99));
    BagTransition transition =
        metascheduler.handle(state, new BagEvent.InsufficientFunds(FundsLimit.ACCOUNT), 30);
    assertThat(transition.effects())
        .containsExactly(
            new BagEffect.Send(P1, new Message.Release(part(1, P1))),
            new BagEffect.Send(P2, new Message.Release(part(1, P2))),
            new BagEffect.NoPromise(FundsLimit.ACCOUNT, new Money(140)));
    assertThat(((BagState.Ended) transition.state()).ending())
        .isEqualTo(BagState.Ending.INSUFFICIENT_FUNDS);
    state = transition.state();
    receive(new Message.Reserved(part(1, P2), 99));
    assertThat(moved).isEmpty();
  }

  @Test
  void promisedBagRetriesUntilFundsSuffice() {
    commit();
    receive(new Message.Refused(part(1, P1), Message.RefusalReason.LEASE_EXPIRED, List.of()));
    offer(2, P2, 6, 90);
    follow(new BagEvent.InsufficientFunds(FundsLimit.ACCOUNT), 30);
    assertThat(((BagState.Open) state).placement().orElseThrow())
        .isInstanceOf(PlacementState.BackingOff.class);
  }

  /** Six tasks at 10 with one provider, four at 20 with the other. */
  private void commit() {
    offer(1, P1, 6, 10);
    offer(1, P2, 6, 20);
    for (ProviderId provider : List.of(P1, P2)) {
      receive(new Message.Reserved(part(1, provider), 99));
    }
    for (ProviderId provider : List.of(P1, P2)) {
      receive(new Message.Committed(part(1, provider)));
    }
    moved.clear();
  }

  private void offer(int round, ProviderId provider, int tasks, long price) {
    receive(
        new Message.Offers(
            new CallId(BAG, round),
            provider,
            0,
            List.of(new Offer(provider, tasks, 60, new Money(price))),
            Disclosure.NOTHING,
            10,
            1_000));
  }

  private void results(ProviderId provider, int tasks, long bill) {
    receive(new Message.Results(part(1, provider), TaskSet.first(tasks), 40, new Money(bill)));
  }

  private void receive(Message.ToMetascheduler message) {
    follow(new BagEvent.MessageReceived(message), 20);
  }

  private void follow(BagEvent event, long nowMillis) {
    BagTransition transition = metascheduler.handle(state, event, nowMillis);
    state = transition.state();
    collect(transition.effects());
  }

  private void collect(List<BagEffect> effects) {
    for (BagEffect effect : effects) {
      if (effect instanceof BagEffect.TransferMoney(Transfer transfer)) {
        moved.add(transfer);
      }
    }
  }

  private static ReservationId part(int round, ProviderId provider) {
    return new ReservationId(new CallId(BAG, round), 1, provider);
  }

  private static Transfer transfer(
      int round, ProviderId provider, Kind kind, long amount, long total) {
    return new Transfer(part(round, provider), kind, new Money(amount), new Money(total));
  }
}

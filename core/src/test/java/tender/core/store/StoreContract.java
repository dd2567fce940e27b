package tender.core.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.state.AcceptancePolicy;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.PlacementState;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.model.Time;

/**
 * The contract of {@link Store} as tests. The test of an implementation extends this class and
 * provides an empty store; only the port is used.
 */
public abstract class StoreContract {
  private static final int MANY = 1_000;
  private static final BagId A = new BagId("a");
  private static final BagId B = new BagId("b");
  private static final ProviderId PROVIDER = new ProviderId("p");

  private Store store;

  /** An empty store. */
  protected abstract Store emptyStore() throws Exception;

  @BeforeEach
  final void openTheStore() throws Exception {
    store = emptyStore();
  }

  @Test
  void emptyStoreHasNothing() {
    assertThat(store.read(A)).isEmpty();
    assertThat(store.outbox(MANY)).isEmpty();
    assertThat(store.dueBags(Time.LIMIT_MILLIS, MANY)).isEmpty();
  }

  @Test
  void writtenBagIsReadWithVersion() {
    assertThat(store.commit(write(withTimerAt(A, 10), 0))).isTrue();
    assertThat(store.read(A)).contains(new StoredBag(withTimerAt(A, 10), 1));
    assertThat(store.commit(write(withTimerAt(A, 20), 1))).isTrue();
    assertThat(store.read(A)).contains(new StoredBag(withTimerAt(A, 20), 2));
    assertThat(store.commit(write(ended(A), 2))).isTrue();
    assertThat(store.read(A)).contains(new StoredBag(ended(A), 3));
    assertThat(store.read(B)).isEmpty();
  }

  /** A store that converts states must restore them completely. */
  @Test
  void everyBagStateIsReadUnchanged() {
    List<BagLifecycle.Written> written = new BagLifecycle(A).writtenTo(store);

    assertThat(written).allSatisfy(step -> assertThat(step.read()).isEqualTo(step.state()));
    assertThat(written.getLast().state()).isInstanceOf(BagState.Ended.class);
  }

  @Test
  void everyMessageIsReadUnchanged() {
    CallId call = new CallId(A, 1);
    ReservationId part = new ReservationId(call, 2, PROVIDER);
    TaskSet tasks = TaskSet.range(0, 3).plus(TaskSet.range(7, 9));
    List<OutboxMessage> messages =
        outboxMessages(
            A,
            1,
            new Message.Call(call, new Bag(9, 2, 100, 0, 1_000)),
            new Message.Reserve(part, 5, 1_000),
            new Message.Commit(part, tasks),
            new Message.Release(part),
            new Message.ResultsAccepted(part, tasks),
            new Message.Inquire(part));
    store.commit(
        new Transaction(A, 0, withTimerAt(A, 10), messages, List.of(), List.of(), List.of()));

    assertThat(store.outbox(MANY)).isEqualTo(messages);
  }

  @Test
  void onlyOneWriterOfSameVersionSucceeds() {
    store.commit(write(withTimerAt(A, 10), 0));
    Transaction one = write(withTimerAt(A, 20), 1, inquire(A, 1));
    Transaction other = write(withTimerAt(A, 30), 1, inquire(A, 2));

    assertThat(store.commit(one)).isTrue();
    assertThat(store.commit(other)).isFalse();
    assertThat(store.read(A)).contains(new StoredBag(withTimerAt(A, 20), 2));
    assertThat(store.outbox(MANY)).isEqualTo(one.messages());
  }

  @Test
  void onlyOneWriterOfNewBagSucceeds() {
    Transaction one = write(withTimerAt(A, 20), StoredBag.ABSENT, inquire(A, 1));
    Transaction other = write(withTimerAt(A, 30), StoredBag.ABSENT, inquire(A, 2));

    assertThat(store.commit(one)).isTrue();
    assertThat(store.commit(other)).isFalse();
    assertThat(store.read(A)).contains(new StoredBag(withTimerAt(A, 20), 1));
    assertThat(store.outbox(MANY)).isEqualTo(one.messages());
  }

  @Test
  void refusedTransactionLeavesNoTrace() {
    store.commit(write(withTimerAt(A, 500), 0));
    store.commit(write(withTimerAt(A, 600), 1));
    for (long stale : new long[] {StoredBag.ABSENT, 1, 3, 1_000}) {
      Transaction refused =
          new Transaction(
              A,
              stale,
              withTimerAt(A, 10),
              outboxMessages(A, stale + 1, inquire(A, 1)),
              List.of(
                  new Transaction.AcceptedResults(
                      new ReservationId(new CallId(A, 1), 1, PROVIDER), TaskSet.first(3))),
              List.of(),
              List.of());
      assertThat(store.commit(refused)).as("version %d instead of 2", stale).isFalse();
    }
    assertThat(store.read(A)).contains(new StoredBag(withTimerAt(A, 600), 2));
    assertThat(store.outbox(MANY)).isEmpty();
    assertThat(store.dueBags(10, MANY)).isEmpty();
  }

  @Test
  void unwrittenBagHasNoLaterVersion() {
    assertThat(store.commit(write(withTimerAt(A, 10), 1, inquire(A, 1)))).isFalse();
    assertThat(store.read(A)).isEmpty();
    assertThat(store.outbox(MANY)).isEmpty();
  }

  @Test
  void bagsAreIndependent() {
    store.commit(write(withTimerAt(A, 10), 0));
    store.commit(write(withTimerAt(A, 20), 1));

    assertThat(store.commit(write(withTimerAt(B, 30), 0))).isTrue();
    assertThat(store.read(A)).contains(new StoredBag(withTimerAt(A, 20), 2));
    assertThat(store.read(B)).contains(new StoredBag(withTimerAt(B, 30), 1));
  }

  @Test
  void outboxKeepsOrderUntilAcknowledged() {
    Transaction first = write(withTimerAt(B, 10), 0, inquire(B, 1), inquire(B, 2));
    Transaction second = write(withTimerAt(A, 10), 0, inquire(A, 1));
    Transaction third = write(withTimerAt(B, 10), 1, inquire(B, 3), inquire(B, 4));
    List<OutboxMessage> all = new ArrayList<>();
    for (Transaction transaction : List.of(first, second, third)) {
      store.commit(transaction);
      all.addAll(transaction.messages());
    }
    assertThat(store.outbox(MANY)).isEqualTo(all);
    assertThat(store.outbox(MANY)).as("reading changes nothing").isEqualTo(all);
    assertThat(store.outbox(3)).isEqualTo(all.subList(0, 3));

    store.acknowledge(PROVIDER, all.get(1).id());
    store.acknowledge(PROVIDER, all.get(2).id());
    assertThat(store.outbox(MANY)).containsExactly(all.get(0), all.get(3), all.get(4));
    all.forEach(messages -> store.acknowledge(PROVIDER, messages.id()));
    assertThat(store.outbox(MANY)).isEmpty();
  }

  @Test
  void duplicateOrUnknownAcknowledgeIsHarmless() {
    Transaction transaction = write(withTimerAt(A, 10), 0, inquire(A, 1), inquire(A, 2));
    store.commit(transaction);
    store.acknowledge(PROVIDER, new OutboxMessage.Id(A, 1, 2));
    store.acknowledge(PROVIDER, new OutboxMessage.Id(A, 2, 0));
    store.acknowledge(PROVIDER, new OutboxMessage.Id(B, 1, 0));
    assertThat(store.outbox(MANY)).isEqualTo(transaction.messages());

    store.acknowledge(PROVIDER, new OutboxMessage.Id(A, 1, 0));
    store.acknowledge(PROVIDER, new OutboxMessage.Id(A, 1, 0));
    assertThat(store.outbox(MANY)).containsExactly(transaction.messages().get(1));
    assertThat(store.read(A)).contains(new StoredBag(withTimerAt(A, 10), 1));
  }

  @Test
  void onlyTheAddresseeAcknowledges() {
    Transaction transaction = write(withTimerAt(A, 10), 0, inquire(A, 1));
    store.commit(transaction);
    OutboxMessage message = transaction.messages().getFirst();

    store.acknowledge(new ProviderId("other"), message.id());
    assertThat(store.outbox(MANY)).containsExactly(message);
    store.acknowledge(PROVIDER, message.id());
    assertThat(store.outbox(MANY)).isEmpty();
  }

  @Test
  void messageIsStoredOnce() {
    Transaction first = write(withTimerAt(A, 10), 0, inquire(A, 1));
    store.commit(first);
    store.commit(
        new Transaction(
            A, 1, withTimerAt(A, 20), first.messages(), List.of(), List.of(), List.of()));

    assertThat(store.outbox(MANY)).isEqualTo(first.messages());
  }

  @Test
  void dueBagsAreThoseWithExpiredTimer() {
    store.commit(write(withTimerAt(A, 20), 0));
    store.commit(write(withTimerAt(B, 10), 0));

    assertThat(store.dueBags(9, MANY)).isEmpty();
    assertThat(store.dueBags(10, MANY)).containsExactly(B);
    assertThat(store.dueBags(19, MANY)).containsExactly(B);
    assertThat(store.dueBags(20, MANY)).as("the longest overdue comes first").containsExactly(B, A);
    assertThat(store.dueBags(20, 1)).containsExactly(B);
  }

  @Test
  void latestStateDeterminesTimer() {
    store.commit(write(withTimerAt(A, 10), 0));
    store.commit(write(withTimerAt(B, 20), 0));
    store.commit(write(withTimerAt(A, 30), 1));

    assertThat(store.dueBags(15, MANY)).isEmpty();
    assertThat(store.dueBags(30, MANY)).containsExactly(B, A);
  }

  @Test
  void endedBagIsNeverDue() {
    store.commit(write(withTimerAt(A, 10), 0));
    store.commit(write(withTimerAt(B, 10), 0));
    store.commit(write(ended(A), 1));

    assertThat(store.dueBags(Time.LIMIT_MILLIS, MANY)).containsExactly(B);
  }

  @Test
  void storesThousandBags() {
    List<BagState> states = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      states.add(withTimerAt(new BagId("bag" + i), 10L * i));
    }
    Collections.shuffle(states, new Random(1));
    List<OutboxMessage> messages = new ArrayList<>();
    for (BagState state : states) {
      Transaction transaction = write(state, 0, inquire(state.id(), 1));
      assertThat(store.commit(transaction)).isTrue();
      messages.addAll(transaction.messages());
    }
    assertThat(states)
        .allSatisfy(state -> assertThat(store.read(state.id())).contains(new StoredBag(state, 1)));
    assertThat(store.outbox(2 * MANY)).isEqualTo(messages);
    assertThat(store.outbox(100)).isEqualTo(messages.subList(0, 100));
    states.sort(Comparator.comparingLong(BagState::timerMillis));
    List<BagId> byWaking = states.stream().map(BagState::id).toList();
    assertThat(store.dueBags(4_995, 2 * MANY)).isEqualTo(byWaking.subList(0, 500));
    assertThat(store.dueBags(4_995, 100)).isEqualTo(byWaking.subList(0, 100));
  }

  private static Transaction write(
      BagState state, long readVersion, Message.ToProvider... messages) {
    return new Transaction(
        state.id(),
        readVersion,
        state,
        outboxMessages(state.id(), readVersion + 1, messages),
        List.of(),
        List.of(),
        List.of());
  }

  private static List<OutboxMessage> outboxMessages(
      BagId bag, long version, Message.ToProvider... messages) {
    List<OutboxMessage> outbox = new ArrayList<>();
    for (Message.ToProvider message : messages) {
      outbox.add(
          new OutboxMessage(new OutboxMessage.Id(bag, version, outbox.size()), PROVIDER, message));
    }
    return outbox;
  }

  private static Message.ToProvider inquire(BagId bag, int attempt) {
    return new Message.Inquire(new ReservationId(new CallId(bag, 1), attempt, PROVIDER));
  }

  private static BagState withTimerAt(BagId id, long timerMillis) {
    Bag bag = new Bag(5, 1, 100, 0, 1_000);
    return new BagState.Open(
        id,
        bag,
        AcceptancePolicy.acceptAny(1_000),
        Optional.empty(),
        TaskSet.empty(),
        List.of(),
        Optional.of(new PlacementState.BackingOff(TaskSet.first(5), Optional.empty(), timerMillis)),
        List.of(),
        1,
        1,
        0,
        Optional.empty(),
        Money.ZERO);
  }

  private static BagState ended(BagId id) {
    return new BagState.Ended(
        id,
        new Bag(5, 1, 100, 0, 1_000),
        BagState.Ending.DONE,
        TaskSet.first(5),
        Optional.empty(),
        Optional.empty(),
        900);
  }
}

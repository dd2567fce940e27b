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
import tender.core.metascheduler.BagState;
import tender.core.metascheduler.Mandate;
import tender.core.metascheduler.Tender;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.model.Time;

/**
 * What any {@link Store} must do, said in tests. Whoever writes a store extends this class and says
 * how to get an empty one; nothing is tested but through the port.
 */
public abstract class StoreContract {
  private static final int MANY = 1_000;
  private static final BagId A = new BagId("a");
  private static final BagId B = new BagId("b");
  private static final ProviderId PROVIDER = new ProviderId("p");

  private Store store;

  /** A store in which nothing was ever written. */
  protected abstract Store emptyStore() throws Exception;

  @BeforeEach
  final void openTheStore() throws Exception {
    store = emptyStore();
  }

  @Test
  void anEmptyStoreHasNothing() {
    assertThat(store.read(A)).isEmpty();
    assertThat(store.owed(MANY)).isEmpty();
    assertThat(store.due(Time.LIMIT_MILLIS, MANY)).isEmpty();
  }

  @Test
  void whatWasWrittenIsReadWithItsVersion() {
    assertThat(store.commit(write(wakingAt(A, 10), 0))).isTrue();
    assertThat(store.read(A)).contains(new StoredBag(wakingAt(A, 10), 1));
    assertThat(store.commit(write(wakingAt(A, 20), 1))).isTrue();
    assertThat(store.read(A)).contains(new StoredBag(wakingAt(A, 20), 2));
    assertThat(store.commit(write(ended(A), 2))).isTrue();
    assertThat(store.read(A)).contains(new StoredBag(ended(A), 3));
    assertThat(store.read(B)).isEmpty();
  }

  /** A store that keeps states in another form must bring all of each back. */
  @Test
  void everyStateOfABagsLifeComesBackAsItWas() {
    List<BagLife.Written> life = new BagLife(A).writtenTo(store);

    assertThat(life).allSatisfy(step -> assertThat(step.read()).isEqualTo(step.state()));
    assertThat(life.getLast().state()).isInstanceOf(BagState.Ended.class);
  }

  @Test
  void everyMessageComesBackAsItWas() {
    CallId call = new CallId(A, 1);
    ReservationId part = new ReservationId(call, 2, PROVIDER);
    TaskSet tasks = TaskSet.range(0, 3).plus(TaskSet.range(7, 9));
    List<Owed> messages =
        owed(
            A,
            1,
            new Message.Call(call, new Bag(9, 2, 100, 0, 1_000)),
            new Message.Reserve(part, 5, 1_000),
            new Message.Commit(part, tasks),
            new Message.Release(part),
            new Message.Accepted(part, tasks),
            new Message.Inquire(part));
    store.commit(new Transaction(A, 0, wakingAt(A, 10), messages, List.of(), List.of()));

    assertThat(store.owed(MANY)).isEqualTo(messages);
  }

  @Test
  void ofTwoWhoReadTheSameVersionOneWrites() {
    store.commit(write(wakingAt(A, 10), 0));
    Transaction one = write(wakingAt(A, 20), 1, inquire(A, 1));
    Transaction other = write(wakingAt(A, 30), 1, inquire(A, 2));

    assertThat(store.commit(one)).isTrue();
    assertThat(store.commit(other)).isFalse();
    assertThat(store.read(A)).contains(new StoredBag(wakingAt(A, 20), 2));
    assertThat(store.owed(MANY)).isEqualTo(one.messages());
  }

  @Test
  void ofTwoWhoFoundNothingOneWrites() {
    Transaction one = write(wakingAt(A, 20), StoredBag.ABSENT, inquire(A, 1));
    Transaction other = write(wakingAt(A, 30), StoredBag.ABSENT, inquire(A, 2));

    assertThat(store.commit(one)).isTrue();
    assertThat(store.commit(other)).isFalse();
    assertThat(store.read(A)).contains(new StoredBag(wakingAt(A, 20), 1));
    assertThat(store.owed(MANY)).isEqualTo(one.messages());
  }

  @Test
  void nothingIsSeenOfATransactionThatWasRefused() {
    store.commit(write(wakingAt(A, 500), 0));
    store.commit(write(wakingAt(A, 600), 1));
    for (long stale : new long[] {StoredBag.ABSENT, 1, 3, 1_000}) {
      Transaction refused =
          new Transaction(
              A,
              stale,
              wakingAt(A, 10),
              owed(A, stale + 1, inquire(A, 1)),
              List.of(
                  new Transaction.Counted(
                      new ReservationId(new CallId(A, 1), 1, PROVIDER), TaskSet.first(3))),
              List.of());
      assertThat(store.commit(refused)).as("version %d in place of 2", stale).isFalse();
    }
    assertThat(store.read(A)).contains(new StoredBag(wakingAt(A, 600), 2));
    assertThat(store.owed(MANY)).isEmpty();
    assertThat(store.due(10, MANY)).isEmpty();
  }

  @Test
  void whatWasNeverWrittenHasNoLaterVersion() {
    assertThat(store.commit(write(wakingAt(A, 10), 1, inquire(A, 1)))).isFalse();
    assertThat(store.read(A)).isEmpty();
    assertThat(store.owed(MANY)).isEmpty();
  }

  @Test
  void bagsDoNotKnowEachOther() {
    store.commit(write(wakingAt(A, 10), 0));
    store.commit(write(wakingAt(A, 20), 1));

    assertThat(store.commit(write(wakingAt(B, 30), 0))).isTrue();
    assertThat(store.read(A)).contains(new StoredBag(wakingAt(A, 20), 2));
    assertThat(store.read(B)).contains(new StoredBag(wakingAt(B, 30), 1));
  }

  @Test
  void messagesAreOwedInTheOrderOfWritingUntilTheyAreAcknowledged() {
    Transaction first = write(wakingAt(B, 10), 0, inquire(B, 1), inquire(B, 2));
    Transaction second = write(wakingAt(A, 10), 0, inquire(A, 1));
    Transaction third = write(wakingAt(B, 10), 1, inquire(B, 3), inquire(B, 4));
    List<Owed> all = new ArrayList<>();
    for (Transaction transaction : List.of(first, second, third)) {
      store.commit(transaction);
      all.addAll(transaction.messages());
    }
    assertThat(store.owed(MANY)).isEqualTo(all);
    assertThat(store.owed(MANY)).as("asking changes nothing").isEqualTo(all);
    assertThat(store.owed(3)).isEqualTo(all.subList(0, 3));

    store.acknowledge(all.get(1).id());
    store.acknowledge(all.get(2).id());
    assertThat(store.owed(MANY)).containsExactly(all.get(0), all.get(3), all.get(4));
    all.forEach(owed -> store.acknowledge(owed.id()));
    assertThat(store.owed(MANY)).isEmpty();
  }

  @Test
  void acknowledgingTwiceOrWhatIsNotOwedDoesNoHarm() {
    Transaction transaction = write(wakingAt(A, 10), 0, inquire(A, 1), inquire(A, 2));
    store.commit(transaction);
    store.acknowledge(new Owed.Id(A, 1, 2));
    store.acknowledge(new Owed.Id(A, 2, 0));
    store.acknowledge(new Owed.Id(B, 1, 0));
    assertThat(store.owed(MANY)).isEqualTo(transaction.messages());

    store.acknowledge(new Owed.Id(A, 1, 0));
    store.acknowledge(new Owed.Id(A, 1, 0));
    assertThat(store.owed(MANY)).containsExactly(transaction.messages().get(1));
    assertThat(store.read(A)).contains(new StoredBag(wakingAt(A, 10), 1));
  }

  @Test
  void theSameMessageIsOwedOnce() {
    Transaction first = write(wakingAt(A, 10), 0, inquire(A, 1));
    store.commit(first);
    store.commit(new Transaction(A, 1, wakingAt(A, 20), first.messages(), List.of(), List.of()));

    assertThat(store.owed(MANY)).isEqualTo(first.messages());
  }

  @Test
  void bagsAreDueWhoseTimeHasCome() {
    store.commit(write(wakingAt(A, 20), 0));
    store.commit(write(wakingAt(B, 10), 0));

    assertThat(store.due(9, MANY)).isEmpty();
    assertThat(store.due(10, MANY)).containsExactly(B);
    assertThat(store.due(19, MANY)).containsExactly(B);
    assertThat(store.due(20, MANY)).as("who has waited longest comes first").containsExactly(B, A);
    assertThat(store.due(20, 1)).containsExactly(B);
  }

  @Test
  void onlyTheLatestStateSaysWhenABagIsDue() {
    store.commit(write(wakingAt(A, 10), 0));
    store.commit(write(wakingAt(B, 20), 0));
    store.commit(write(wakingAt(A, 30), 1));

    assertThat(store.due(15, MANY)).isEmpty();
    assertThat(store.due(30, MANY)).containsExactly(B, A);
  }

  @Test
  void whatHasEndedIsNeverDue() {
    store.commit(write(wakingAt(A, 10), 0));
    store.commit(write(wakingAt(B, 10), 0));
    store.commit(write(ended(A), 1));

    assertThat(store.due(Time.LIMIT_MILLIS, MANY)).containsExactly(B);
  }

  @Test
  void thereIsRoomForAThousandBags() {
    List<BagState> states = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      states.add(wakingAt(new BagId("bag" + i), 10L * i));
    }
    Collections.shuffle(states, new Random(1));
    List<Owed> messages = new ArrayList<>();
    for (BagState state : states) {
      Transaction transaction = write(state, 0, inquire(state.id(), 1));
      assertThat(store.commit(transaction)).isTrue();
      messages.addAll(transaction.messages());
    }
    assertThat(states)
        .allSatisfy(state -> assertThat(store.read(state.id())).contains(new StoredBag(state, 1)));
    assertThat(store.owed(2 * MANY)).isEqualTo(messages);
    assertThat(store.owed(100)).isEqualTo(messages.subList(0, 100));
    states.sort(Comparator.comparingLong(BagState::wakeMillis));
    List<BagId> byWaking = states.stream().map(BagState::id).toList();
    assertThat(store.due(4_995, 2 * MANY)).isEqualTo(byWaking.subList(0, 500));
    assertThat(store.due(4_995, 100)).isEqualTo(byWaking.subList(0, 100));
  }

  private static Transaction write(
      BagState state, long readVersion, Message.ToProvider... messages) {
    return new Transaction(
        state.id(),
        readVersion,
        state,
        owed(state.id(), readVersion + 1, messages),
        List.of(),
        List.of());
  }

  private static List<Owed> owed(BagId bag, long version, Message.ToProvider... messages) {
    List<Owed> owed = new ArrayList<>();
    for (Message.ToProvider message : messages) {
      owed.add(new Owed(new Owed.Id(bag, version, owed.size()), PROVIDER, message));
    }
    return owed;
  }

  private static Message.ToProvider inquire(BagId bag, int attempt) {
    return new Message.Inquire(new ReservationId(new CallId(bag, 1), attempt, PROVIDER));
  }

  private static BagState wakingAt(BagId id, long wakeMillis) {
    Bag bag = new Bag(5, 1, 100, 0, 1_000);
    return new BagState.Open(
        id,
        bag,
        Mandate.best(1_000),
        Optional.empty(),
        TaskSet.empty(),
        List.of(),
        Optional.of(new Tender.Pausing(TaskSet.first(5), Optional.empty(), wakeMillis)),
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

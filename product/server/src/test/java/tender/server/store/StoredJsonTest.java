package tender.server.store;

import tender.server.model.BagHistoryEvent;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tender.core.message.Message;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.PlacementState;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.store.OutboxMessage;
import tender.core.store.StoredBag;
import tender.core.store.Transaction;
import tender.server.model.UserId;
import tender.codec.StoredJson;

/** What is stored of bags comes back as it was, and bears an upgrade. */
class StoredJsonTest extends DatabaseTestCase {
  private static final int LIVES = 1_000;
  private static final int STORED_LIVES = 10;
  private static final UserId ANNA = new UserId("anna");

  @Test
  void whateverHappensToABagComesBackAsItWas() {
    Set<Class<?>> seen = new HashSet<>();
    for (long seed = 0; seed < LIVES; seed++) {
      for (Transaction transaction : new RandomBagRun(seed).transactions()) {
        comesBack(BagState.class, transaction.state(), seed, seen);
        transaction.messages().forEach(owed -> seen.add(owed.message().getClass()));
        for (OutboxMessage owed : transaction.messages()) {
          comesBack(Message.ToProvider.class, owed.message(), seed, seen);
        }
        for (BagEffect effect : transaction.historyEvents()) {
          comesBack(BagEffect.class, effect, seed, seen);
        }
        if (transaction.state() instanceof BagState.Open open) {
          open.placement().ifPresent(tender -> seen.add(tender.getClass()));
        }
      }
    }
    assertThat(seen).as("else they were not tried").containsAll(cases(BagState.class));
    assertThat(seen).as("else they were not tried").containsAll(cases(PlacementState.class));
    assertThat(seen).as("else they were not tried").containsAll(cases(Message.ToProvider.class));
    Set<Class<?>> news = new HashSet<>(cases(BagEffect.class));
    news.removeAll(Set.of(BagEffect.Send.class, BagEffect.AcceptResults.class, BagEffect.TransferMoney.class));
    assertThat(seen).as("else they were not tried").containsAll(news);
  }

  private static <T> void comesBack(Class<T> type, T value, long seed, Set<Class<?>> seen) {
    T read = StoredJson.read(type, StoredJson.write(type, value));
    assertThat(read).as("seed %d", seed).isEqualTo(value);
    // Also in the order of maps, which equality passes over.
    assertThat(read.toString()).as("seed %d", seed).isEqualTo(value.toString());
    seen.add(value.getClass());
  }

  private void write(Transaction transaction) {
    if (transaction.readVersion() == StoredBag.ABSENT) {
      // Somebody must be there who pays.
      database.store().submit(TestTransfers.submission(ANNA, transaction.bag()), transaction);
    } else {
      assertThat(database.store().commit(transaction)).isTrue();
    }
  }

  private static List<Class<?>> cases(Class<?> sealed) {
    return List.of(sealed.getPermittedSubclasses());
  }

  @Test
  void livesAreStoredAsTheyWere() {
    database.users().create(ANNA);
    for (long seed = 0; seed < STORED_LIVES; seed++) {
      List<Transaction> life = new RandomBagRun(seed).transactions();
      List<BagEffect> news = new ArrayList<>();
      List<OutboxMessage> owed = new ArrayList<>();
      for (Transaction transaction : life) {
        write(transaction);
        assertThat(database.store().read(transaction.bag()).orElseThrow().state().toString())
            .isEqualTo(transaction.state().toString());
        news.addAll(transaction.historyEvents());
        owed.addAll(transaction.messages());
      }
      BagId bag = life.getFirst().bag();
      assertThat(database.store().history(bag)).extracting(BagHistoryEvent::effect).isEqualTo(news);
      assertThat(database.store().outbox(10_000)).as("seed %d", seed).isEqualTo(owed);
      database.store().acknowledge(owed.stream().map(OutboxMessage::id).toList());
      assertThat(database.store().outbox(10_000)).isEmpty();
    }
  }

  @Test
  void aFieldOfANewerVersionIsPassedOver() {
    String json =
        """
        {"kind": "Release", "soon": {"a": [1]}, "id":
          {"call": {"bag": "b", "round": 1, "colour": 3}, "attempt": 2, "provider": "p"}}
        """;
    assertThat(StoredJson.read(Message.ToProvider.class, json).toString())
        .isEqualTo("Release[id=b.1.2@p]");
  }

  @Test
  void aFieldThatAnOlderVersionDidNotWriteIsEmpty() {
    String json =
        """
        {"kind": "Open", "id": "b", "mandate": {"atMost": {}},
          "bag": {"tasks": 1, "width": 1, "estimateMillis": 1}}
        """;
    BagState.Open open = (BagState.Open) StoredJson.read(BagState.class, json);
    assertThat(open.doneTasks().isEmpty()).isTrue();
    assertThat(open.parts()).isEmpty();
    assertThat(open.placement()).isEmpty();
    assertThat(open.callCount()).isZero();
    assertThat(open.paidForEndedParts()).isEqualTo(Money.ZERO);
  }

  @Test
  void aFieldThatCannotBeEmptyIsMissed() {
    assertThatThrownBy(() -> StoredJson.read(BagState.class, "{\"kind\": \"Open\", \"id\": \"b\"}"))
        .hasMessageContaining("bag");
  }
}

package tender.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tender.codec.StoredJson;
import tender.core.ledger.PartContract;
import tender.core.message.Message;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.PlacementState;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.store.OutboxMessage;
import tender.core.store.StoredBag;
import tender.core.store.Transaction;
import tender.server.model.BagHistoryEvent;
import tender.server.model.Requirements;
import tender.server.model.UserId;
import tender.server.store.bags.PostgresStore;
import tender.server.store.ledger.AccountId;

/** Stored bags are read as they were written, also by other versions of the program. */
class StoredJsonTest extends DatabaseTestCase {
  private static final int RUNS = 1_000;
  private static final int STORED_RUNS = 10;
  private static final UserId ANNA = new UserId("anna");

  @Test
  void everyStateMessageAndEffectIsReadAsWritten() {
    Set<Class<?>> seen = new HashSet<>();
    for (long seed = 0; seed < RUNS; seed++) {
      for (Transaction transaction : new RandomBagRun(seed).transactions()) {
        assertRoundTrip(BagState.class, transaction.state(), seed, seen);
        transaction.messages().forEach(message -> seen.add(message.message().getClass()));
        for (OutboxMessage message : transaction.messages()) {
          assertRoundTrip(Message.ToProvider.class, message.message(), seed, seen);
        }
        for (BagEffect effect : transaction.historyEvents()) {
          assertRoundTrip(BagEffect.class, effect, seed, seen);
        }
        if (transaction.state() instanceof BagState.Open open) {
          open.placement().ifPresent(placement -> seen.add(placement.getClass()));
        }
      }
    }
    assertThat(seen).as("every case was tested").containsAll(cases(BagState.class));
    assertThat(seen).as("every case was tested").containsAll(cases(PlacementState.class));
    assertThat(seen).as("every case was tested").containsAll(cases(Message.ToProvider.class));
    Set<Class<?>> historyEvents = new HashSet<>(cases(BagEffect.class));
    historyEvents.removeAll(
        Set.of(BagEffect.Send.class, BagEffect.AcceptResults.class, BagEffect.TransferMoney.class));
    assertThat(seen).as("every case was tested").containsAll(historyEvents);
  }

  private static <T> void assertRoundTrip(Class<T> type, T value, long seed, Set<Class<?>> seen) {
    T read = StoredJson.read(type, StoredJson.write(type, value));
    assertThat(read).as("seed %d", seed).isEqualTo(value);
    // Also the order of maps, which equals ignores.
    assertThat(read.toString()).as("seed %d", seed).isEqualTo(value.toString());
    seen.add(value.getClass());
  }

  private void write(Transaction transaction) {
    if (transaction.readVersion() == StoredBag.ABSENT) {
      // Transfers need a user.
      database.store().submit(TestTransfers.submission(ANNA, transaction.bag()), transaction);
    } else {
      assertThat(database.store().commit(transaction)).isTrue();
    }
  }

  private static List<Class<?>> cases(Class<?> sealed) {
    return List.of(sealed.getPermittedSubclasses());
  }

  @Test
  void bagsAreStoredAndReadUnchanged() {
    database.users().create(ANNA);
    database.ledger().deposit(AccountId.of(ANNA), new Money(1_000_000_000), "test");
    for (long seed = 0; seed < STORED_RUNS; seed++) {
      List<Transaction> run = new RandomBagRun(seed).transactions();
      List<BagEffect> history = new ArrayList<>();
      List<OutboxMessage> messages = new ArrayList<>();
      for (Transaction transaction : run) {
        write(transaction);
        assertThat(database.store().read(transaction.bag()).orElseThrow().state().toString())
            .isEqualTo(transaction.state().toString());
        history.addAll(transaction.historyEvents());
        messages.addAll(transaction.messages());
      }
      BagId bag = run.getFirst().bag();
      assertThat(database.store().history(bag))
          .extracting(BagHistoryEvent::effect)
          .isEqualTo(history);
      assertThat(database.store().outbox(10_000)).as("seed %d", seed).isEqualTo(messages);
      database
          .store()
          .acknowledge(
              messages.stream()
                  .map(one -> new PostgresStore.Acknowledgement(one.to(), one.id()))
                  .toList());
      assertThat(database.store().outbox(10_000)).isEmpty();
    }
  }

  @Test
  void fieldOfANewerVersionIsIgnored() {
    String json =
        """
        {"kind": "release", "soon": {"a": [1]}, "id":
          {"call": {"bag": "b", "round": 1, "colour": 3}, "attempt": 2, "provider": "p"}}
        """;
    assertThat(StoredJson.read(Message.ToProvider.class, json).toString())
        .isEqualTo("Release[id=b.1.2@p]");
  }

  @Test
  void fieldMissingInAnOlderVersionIsEmpty() {
    String json =
        """
        {"kind": "open", "id": "b", "acceptancePolicy": {"autoAcceptPrice": {}},
          "bag": {"tasks": 1, "width": 1, "estimateMillis": 1}}
        """;
    BagState.Open open = (BagState.Open) StoredJson.read(BagState.class, json);
    assertThat(open.doneTasks().isEmpty()).isTrue();
    assertThat(open.parts()).isEmpty();
    assertThat(open.placement()).isEmpty();
    assertThat(open.callCount()).isZero();
    assertThat(open.acceptancePolicy().limitFactors()).isEmpty();
    assertThat(open.paidForEndedParts()).isEqualTo(Money.ZERO);
  }

  /** An older server charged each bill when it arrived. */
  @Test
  void contractOfAnOlderVersionOwesNothing() {
    String json =
        """
        {"price": {"millicredits": 60}, "billed": {"millicredits": 25}, "penalty": {"millicredits": 6}}
        """;
    PartContract contract = StoredJson.read(PartContract.class, json);
    assertThat(contract.accrued()).isEqualTo(new Money(25));
    assertThat(contract.owed()).isEqualTo(Money.ZERO);
  }

  @Test
  void requirementsOfAnOlderVersionHaveNoFactors() {
    String json = "{\"deadlineMillis\": 5, \"budget\": null, \"quoteFirst\": true}";
    assertThat(StoredJson.read(Requirements.class, json))
        .isEqualTo(new Requirements(OptionalLong.of(5), Optional.empty(), true));
  }

  @Test
  void missingRequiredFieldIsReported() {
    assertThatThrownBy(() -> StoredJson.read(BagState.class, "{\"kind\": \"open\", \"id\": \"b\"}"))
        .hasMessageContaining("bag");
  }
}

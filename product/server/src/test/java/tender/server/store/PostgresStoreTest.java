package tender.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.store.OutboxMessage;
import tender.core.store.Store;
import tender.core.store.StoreContract;
import tender.core.store.Transaction;
import tender.server.store.bags.PostgresStore;

/** The contract of a store, and what this implementation adds. */
@Tag("live")
final class PostgresStoreTest extends StoreContract {
  private static final BagId A = new BagId("a");
  private static final BagId B = new BagId("b");

  private Database database;

  @Override
  protected Store emptyStore() {
    database = Database.open(PostgresServer.shared().newDatabase(), "replica");
    return database.store();
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void outboxIsReadForSomeProviders() {
    PostgresStore store = database.store();
    Transaction first = TestTransactions.called(B, 3);
    Transaction second = TestTransactions.called(A, 3);
    store.commit(first);
    store.commit(second);

    assertThat(store.outboxFor(List.of(), 9)).isEmpty();
    assertThat(store.outboxFor(List.of(TestTransactions.provider(7)), 9)).isEmpty();
    assertThat(
            store.outboxFor(
                List.of(
                    TestTransactions.provider(2),
                    TestTransactions.provider(7),
                    TestTransactions.provider(0)),
                9))
        .containsExactly(
            first.messages().get(0),
            first.messages().get(2),
            second.messages().get(0),
            second.messages().get(2));
    assertThat(
            store.outboxFor(List.of(TestTransactions.provider(2), TestTransactions.provider(0)), 3))
        .containsExactly(
            first.messages().get(0), first.messages().get(2), second.messages().get(0));
  }

  @Test
  void manyMessagesAreAcknowledgedTogether() {
    PostgresStore store = database.store();
    Transaction first = TestTransactions.called(A, 200);
    Transaction second = TestTransactions.called(B, 2);
    store.commit(first);
    store.commit(second);

    store.acknowledge(List.of());
    store.acknowledge(
        first.messages().stream()
            .map(one -> new PostgresStore.Acknowledgement(one.to(), one.id()))
            .toList());
    assertThat(store.outbox(999)).isEqualTo(second.messages());
  }

  /** The statement that writes a bag separates the offers of many providers from its state. */
  @Test
  void stateWithManyOffersIsReadAsItWasWritten() {
    for (int seed = 1; seed <= 20; seed++) {
      for (Transaction transaction : new RandomBagRun(seed, 2 + seed % 12).transactions()) {
        // No account exists that could pay.
        Transaction unpaid =
            new Transaction(
                transaction.bag(),
                transaction.readVersion(),
                transaction.state(),
                transaction.messages(),
                transaction.acceptedResults(),
                List.of(),
                transaction.historyEvents());
        assertThat(database.store().commit(unpaid)).isTrue();
        assertThat(database.store().read(transaction.bag()).orElseThrow().state())
            .as("seed %d, version %d", seed, transaction.version())
            .isEqualTo(transaction.state());
      }
    }
  }

  /** If such a message is lost, its timeout passes or the provider repeats its own message. */
  @Test
  void messageWhoseLossIsNoticedIsNotStoredForAgentOfThisReplica() {
    ProviderId here = TestTransactions.provider(1);
    ProviderId elsewhere = TestTransactions.provider(2);
    database.agentConnections().heartbeat("replica");
    database.agentConnections().heartbeat("other");
    database.agentConnections().setConnected(here, "replica");
    database.agentConnections().setConnected(elsewhere, "other");
    List<OutboxMessage> messages = new ArrayList<>();
    for (ProviderId to : List.of(here, elsewhere, TestTransactions.provider(3))) {
      ReservationId part = TestTransactions.part(A, to);
      for (Message.ToProvider message :
          List.of(new Message.Inquire(part), new Message.Release(part))) {
        messages.add(new OutboxMessage(new OutboxMessage.Id(A, 1, messages.size()), to, message));
      }
    }
    database
        .store()
        .commit(
            new Transaction(
                A, 0, TestTransactions.state(A, 0), messages, List.of(), List.of(), List.of()));
    assertThat(database.store().outbox(9)).isEqualTo(messages.subList(1, messages.size()));
  }

  @Test
  void unreachableDatabaseIsReportedWithoutPassword() {
    DatabaseSettings unreachable =
        new DatabaseSettings("jdbc:postgresql://127.0.0.1:1/tender?user=tender&password=secret", 1);
    assertThatThrownBy(() -> Database.open(unreachable, "replica"))
        .isInstanceOf(Store.Unavailable.class)
        .hasMessageContaining("127.0.0.1:1")
        .hasMessageNotContaining("secret");
  }
}

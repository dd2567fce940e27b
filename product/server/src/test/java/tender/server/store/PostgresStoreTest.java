package tender.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tender.core.model.BagId;
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

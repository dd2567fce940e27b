package tender.server.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tender.core.message.Message;
import tender.core.metascheduler.TimeoutConfig;
import tender.core.metascheduler.state.AcceptancePolicy;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.state.BagState;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Cluster;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.store.OutboxMessage;
import tender.core.store.Transaction;
import tender.server.store.Database;
import tender.server.store.PostgresServer;

/** A market with more providers than a bag calls first. */
@Tag("live")
class ProviderDirectoryTest {
  private static final BagId BAG = new BagId("bag");
  private static final int PROVIDERS = 50;
  private static final int LARGE_PROVIDERS = 30;
  private static final int CALLED = 20;

  private Database database;
  private ProviderDirectory directory;
  private long nowMillis;

  @BeforeEach
  void connect() {
    database = Database.open(PostgresServer.shared().newDatabase(), "here");
    database.agentConnections().heartbeat("here");
    nowMillis = database.store().nowMillis();
    List<ProviderId> providers =
        IntStream.range(0, PROVIDERS).mapToObj(ProviderDirectoryTest::provider).toList();
    database.agentConnections().reconcile("here", providers);
    for (int number = 0; number < PROVIDERS; number++) {
      int processors = number < LARGE_PROVIDERS ? 64 : 1;
      database
          .auction()
          .publish(
              new Message.SlotsPublished(
                  provider(number), Cluster.of(processors), Money.ZERO, 10, List.of(), nowMillis),
              5_000);
    }
    directory =
        ProviderDirectories.of(database, new TimeoutConfig(1_000, 1_000, 1_000, 60_000, 1_000));
    directory.refreshTrackRecords();
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void bagCallsSuitableProvidersInWaves() {
    Transaction submitted = submit();
    List<ProviderId> first = called(submitted);
    assertThat(first).hasSize(CALLED).allMatch(provider -> number(provider) < LARGE_PROVIDERS);
    assertThat(submitted.historyEvents())
        .containsExactly(new BagEffect.OffersRequested(first, PROVIDERS - CALLED));
    assertThat(database.store().commit(submitted)).isTrue();

    Transaction second =
        directory
            .transactionBuilder()
            .handle(
                database.store().read(BAG).orElseThrow(),
                new BagEvent.TimerFired(),
                nowMillis + 1_000)
            .orElseThrow();
    assertThat(called(second)).hasSize(CALLED).doesNotContainAnyElementsOf(first);
    assertThat(database.store().commit(second)).isTrue();
    assertThat(database.store().read(BAG).orElseThrow().state()).isEqualTo(second.state());
  }

  @Test
  void silentProvidersAreCalledLessOften() {
    Transaction submitted = submit();
    List<ProviderId> first = called(submitted);
    BagState before = submitted.state();
    BagState after =
        new BagState.Ended(
            BAG,
            ((BagState.Open) before).bag(),
            BagState.Ending.CANCELLED,
            TaskSet.empty(),
            Optional.empty(),
            Optional.empty(),
            nowMillis);
    for (int call = 0; call < 10; call++) {
      directory.bagChanged(before, after, before.timerMillis());
    }
    directory.refresh();

    // Ten of the thirty large providers were not called, and the small ones cannot run the bag.
    assertThat(called(submit())).filteredOn(first::contains).hasSize(CALLED - 10);
  }

  private Transaction submit() {
    return directory
        .transactionBuilder()
        .submit(
            Optional.empty(),
            BAG,
            new Bag(10, 2, 1_000, nowMillis, nowMillis + 60_000),
            AcceptancePolicy.acceptAny(nowMillis + 60_000),
            nowMillis)
        .orElseThrow();
  }

  private static List<ProviderId> called(Transaction transaction) {
    return transaction.messages().stream()
        .filter(message -> message.message() instanceof Message.Call)
        .map(OutboxMessage::to)
        .toList();
  }

  private static ProviderId provider(int number) {
    return new ProviderId("p" + number);
  }

  private static int number(ProviderId provider) {
    return Integer.parseInt(provider.value().substring(1));
  }
}

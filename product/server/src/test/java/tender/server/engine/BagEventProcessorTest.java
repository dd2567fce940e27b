package tender.server.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.metascheduler.TimeoutConfig;
import tender.core.metascheduler.state.AcceptancePolicy;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.state.BagState;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Disclosure;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.store.StoredBag;
import tender.core.store.Transaction;
import tender.server.store.Database;
import tender.server.store.PostgresServer;

/** Two replicas process one bag, and one of them has a stale cached state. */
@Tag("live")
class BagEventProcessorTest {
  private static final BagId BAG = new BagId("bag");
  private static final ProviderId PROVIDER = new ProviderId("provider");

  private Database database;
  private BagEventProcessor here;
  private BagEventProcessor there;

  @BeforeEach
  void submitBag() throws InterruptedException {
    database = Database.open(PostgresServer.shared().newDatabase(), "here");
    database.agentConnections().heartbeat("here");
    database.agentConnections().setConnected(PROVIDER, "here");
    ProviderDirectory directory =
        ProviderDirectories.of(database, new TimeoutConfig(1_000, 1_000, 1_000, 60_000, 1_000));
    here = new BagEventProcessor(database.store(), directory, (_, _) -> {});
    there = new BagEventProcessor(database.store(), directory, (_, _) -> {});
    long nowMillis = database.store().nowMillis();
    Transaction submitted =
        directory
            .transactionBuilder()
            .submit(
                Optional.empty(),
                BAG,
                new Bag(10, 1, 1_000, nowMillis, nowMillis + 60_000),
                AcceptancePolicy.alwaysAsk(nowMillis + 60_000),
                nowMillis)
            .orElseThrow();
    database.store().commit(submitted);
    here.bagCreated(submitted);
    there.apply(BAG, List.of(offers(nowMillis)));
  }

  @AfterEach
  void close() {
    here.close();
    there.close();
    database.close();
  }

  /** Offers that lead to a quote. */
  private static BagEvent offers(long nowMillis) {
    return new BagEvent.MessageReceived(
        new Message.Offers(
            new CallId(BAG, 1),
            PROVIDER,
            0,
            List.of(Offer.free(PROVIDER, 10, nowMillis + 10_000)),
            Disclosure.NOTHING,
            nowMillis,
            nowMillis + 10_000));
  }

  @Test
  void eventIgnoredByStaleStateIsAppliedToFreshState() throws InterruptedException {
    here.apply(
        BAG,
        List.of(
            new BagEvent.QuoteAccepted(
                database.store().nowMillis() + 60_000, AcceptancePolicy.anyPrice())));

    assertThat(stored().state())
        .isInstanceOfSatisfying(BagState.Open.class, this::assertCalledAgain);
  }

  private void assertCalledAgain(BagState.Open open) {
    assertThat(open.callCount()).isEqualTo(2);
  }

  @Test
  void decisionOnStaleStateIsRepeated() throws InterruptedException {
    here.apply(BAG, List.of(new BagEvent.CancelRequested()));

    assertThat(stored().state()).isInstanceOf(BagState.Ended.class);
    assertThat(stored().version()).isEqualTo(3);
  }

  private StoredBag stored() {
    return database.store().read(BAG).orElseThrow();
  }
}

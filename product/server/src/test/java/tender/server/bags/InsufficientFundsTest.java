package tender.server.bags;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tender.bagfile.TaskList;
import tender.bagfile.WorkOrder;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.TimeoutConfig;
import tender.core.metascheduler.state.AcceptancePolicy;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.state.BagState;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Disclosure;
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.store.OutboxMessage;
import tender.core.store.Transaction;
import tender.server.engine.BagEventProcessor;
import tender.server.engine.ProviderDirectories;
import tender.server.engine.ProviderDirectory;
import tender.server.model.Requirements;
import tender.server.model.UserId;
import tender.server.store.Database;
import tender.server.store.PostgresServer;
import tender.server.store.bags.Submission;
import tender.server.store.ledger.AccountId;

/** A bag that its user cannot pay for. */
@Tag("live")
class InsufficientFundsTest {
  private static final BagId BAG = new BagId("bag");
  private static final ProviderId PROVIDER = new ProviderId("provider");
  private static final ReservationId PART = new ReservationId(new CallId(BAG, 1), 1, PROVIDER);
  private static final UserId ANNA = new UserId("anna");
  private static final WorkOrder ORDER =
      new WorkOrder(
          WorkOrder.VERSION,
          "bag",
          "true",
          new TaskList.Count(10),
          Optional.empty(),
          List.of(),
          List.of(),
          1,
          1_000,
          0,
          Optional.empty());

  private Database database;
  private BagEventProcessor processor;
  private long nowMillis;

  @BeforeEach
  void submitBagAtTenCreditsPerTask() {
    database = Database.open(PostgresServer.shared().newDatabase(), "here");
    database.users().create(ANNA);
    database.ledger().setCreditLimit(AccountId.of(ANNA), Optional.of(new Money(99_999)));
    // All messages to an agent of another server are stored.
    database.agentConnections().heartbeat("elsewhere");
    database.agentConnections().setConnected(PROVIDER, "elsewhere");
    ProviderDirectory directory =
        ProviderDirectories.of(database, new TimeoutConfig(1_000, 1_000, 1_000, 60_000, 1_000));
    processor = new BagEventProcessor(database.store(), directory, (_, _) -> {});
    nowMillis = database.store().nowMillis();
    Bag bag = new Bag(10, 1, 1_000, nowMillis, nowMillis + 60_000);
    Transaction submitted =
        directory
            .transactionBuilder()
            .submit(
                Optional.empty(),
                BAG,
                bag,
                AcceptancePolicy.acceptAny(nowMillis + 60_000),
                nowMillis)
            .orElseThrow();
    Requirements requirements = new Requirements(OptionalLong.empty(), Optional.empty(), false);
    database.store().submit(new Submission(BAG, ANNA, "key", ORDER, requirements), submitted);
    processor.bagCreated(submitted);
  }

  @AfterEach
  void close() {
    processor.close();
    database.close();
  }

  private BagEvent offers() {
    return new BagEvent.MessageReceived(
        new Message.Offers(
            new CallId(BAG, 1),
            PROVIDER,
            0,
            List.of(new Offer(PROVIDER, 10, nowMillis + 60_000, new Money(10_000))),
            Disclosure.NOTHING,
            nowMillis,
            nowMillis + 10_000));
  }

  private static BagEvent reserved() {
    return new BagEvent.MessageReceived(new Message.Reserved(PART, Long.MAX_VALUE));
  }

  @Test
  void unaffordableBagEndsAndReleasesItsReservations() throws InterruptedException {
    processor.apply(BAG, List.of(offers()));
    processor.apply(BAG, List.of(reserved()));
    assertInsufficientFunds();
  }

  @Test
  void unaffordableBagEndsWhenEventsArriveTogether() throws InterruptedException {
    processor.apply(BAG, List.of(offers(), reserved(), reserved()));
    assertInsufficientFunds();
  }

  private void assertInsufficientFunds() {
    BagState.Ended ended = (BagState.Ended) database.store().read(BAG).orElseThrow().state();
    assertThat(ended.ending()).isEqualTo(BagState.Ending.INSUFFICIENT_FUNDS);
    assertThat(database.store().outbox(100))
        .extracting(OutboxMessage::message)
        .contains(new Message.Release(PART))
        .doesNotHaveAnyElementsOfTypes(Message.Commit.class);
    assertThat(database.ledger().find(AccountId.of(ANNA)).orElseThrow().balance())
        .isEqualTo(Money.ZERO);
  }

  @Test
  void bagIsCommittedWhenFundsJustSuffice() throws InterruptedException {
    database.ledger().deposit(AccountId.of(ANNA), new Money(1), "one");
    processor.apply(BAG, List.of(offers(), reserved()));
    assertThat(database.store().outbox(100))
        .extracting(OutboxMessage::message)
        .hasAtLeastOneElementOfType(Message.Commit.class);
    assertThat(database.ledger().find(new AccountId("hold:" + BAG)).orElseThrow().balance())
        .isEqualTo(new Money(100_000));
  }
}

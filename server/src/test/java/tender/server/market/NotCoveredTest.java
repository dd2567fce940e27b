package tender.server.market;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.BagEvent;
import tender.core.metascheduler.BagState;
import tender.core.metascheduler.Mandate;
import tender.core.metascheduler.Patience;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Disclosure;
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.store.Owed;
import tender.core.store.Transaction;
import tender.server.market.view.PersonId;
import tender.server.market.view.Wish;
import tender.server.store.AccountId;
import tender.server.store.Database;
import tender.server.store.PostgresServer;
import tender.server.store.Submission;
import tender.work.TaskList;
import tender.work.WorkOrder;

/** A bag whose owner cannot pay for it. */
class NotCoveredTest {
  private static final BagId BAG = new BagId("bag");
  private static final ProviderId PROVIDER = new ProviderId("provider");
  private static final ReservationId PART = new ReservationId(new CallId(BAG, 1), 1, PROVIDER);
  private static final PersonId ANNA = new PersonId("anna");
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
          0);

  private Database database;
  private BagWorks works;
  private long nowMillis;

  @BeforeEach
  void handInABagAtTenCreditsATask() {
    database = Database.open(PostgresServer.shared().newDatabase(), "here");
    database.people().create(ANNA);
    database.ledger().limit(AccountId.of(ANNA), Optional.of(new Money(99_999)));
    database.streams().heartbeat("here", "");
    database.streams().connected(PROVIDER, "here");
    Roster roster = Rosters.of(database, new Patience(1_000, 1_000, 1_000, 60_000, 1_000));
    works = new BagWorks(database.store(), roster, (_, _) -> {});
    nowMillis = database.store().nowMillis();
    Bag bag = new Bag(10, 1, 1_000, nowMillis, nowMillis + 60_000);
    Transaction submitted =
        roster
            .clerk()
            .submit(Optional.empty(), BAG, bag, Mandate.best(nowMillis + 60_000), nowMillis)
            .orElseThrow();
    Wish wish = new Wish(OptionalLong.empty(), Optional.empty(), false);
    database.store().submit(new Submission(BAG, ANNA, "key", ORDER, wish), submitted);
    works.begun(submitted);
  }

  @AfterEach
  void close() {
    works.close();
    database.close();
  }

  private BagEvent offers() {
    return new BagEvent.Received(
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
    return new BagEvent.Received(new Message.Reserved(PART, Long.MAX_VALUE));
  }

  @Test
  void isToldAndItsReservationsAreReleased() throws InterruptedException {
    works.apply(BAG, List.of(offers()));
    works.apply(BAG, List.of(reserved()));
    isNotCovered();
  }

  @Test
  void itDoesNotMatterWhatComesTogether() throws InterruptedException {
    works.apply(BAG, List.of(offers(), reserved(), reserved()));
    isNotCovered();
  }

  private void isNotCovered() {
    BagState.Ended ended = (BagState.Ended) database.store().read(BAG).orElseThrow().state();
    assertThat(ended.ending()).isEqualTo(BagState.Ending.NOT_COVERED);
    assertThat(database.store().owed(100))
        .extracting(Owed::message)
        .contains(new Message.Release(PART))
        .doesNotHaveAnyElementsOfTypes(Message.Commit.class);
    assertThat(database.ledger().find(AccountId.of(ANNA)).orElseThrow().balance())
        .isEqualTo(Money.ZERO);
  }

  @Test
  void withAThousandthMoreItIsCommitted() throws InterruptedException {
    database.ledger().deposit(AccountId.of(ANNA), new Money(1), "one");
    works.apply(BAG, List.of(offers(), reserved()));
    assertThat(database.store().owed(100))
        .extracting(Owed::message)
        .hasAtLeastOneElementOfType(Message.Commit.class);
    assertThat(database.ledger().find(AccountId.heldFor(BAG)).orElseThrow().balance())
        .isEqualTo(new Money(100_000));
  }
}

package tender.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tender.core.ledger.Transfer;
import tender.core.ledger.Transfer.Kind;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.store.Store;
import tender.server.model.UserId;
import tender.server.store.ledger.AccountId;
import tender.server.store.ledger.Ledger;

/** Transfers, and what the schema itself rejects. */
class LedgerTest extends DatabaseTestCase {
  private static final UserId ANNA = new UserId("anna");
  private static final ProviderId NORTH = new ProviderId("north");

  private BagId bag;
  private ReservationId part;

  @BeforeEach
  void depositHundred() {
    database.users().create(ANNA);
    database.providers().add(NORTH, 1_000);
    bag = TestTransfers.bagOf(database, ANNA, "bag");
    part = TestTransfers.part(bag, 1, NORTH);
    assertThat(database.ledger().setCreditLimit(AccountId.of(ANNA), Optional.of(Money.ZERO)))
        .isEmpty();
    assertThat(database.ledger().deposit(AccountId.of(ANNA), new Money(100), "first")).isEmpty();
  }

  @Test
  void newUserWithoutDepositMayNotOweAnything() {
    UserId carl = new UserId("carl");
    database.users().create(carl);
    assertThat(database.ledger().accounts())
        .filteredOn(account -> account.id().equals(AccountId.of(carl)))
        .extracting(Ledger.Account::creditLimit)
        .containsExactly(Optional.of(Money.ZERO));
  }

  @Test
  void moneyIsHeldChargedAndReleasedWithTheBag() {
    Store store = database.store();
    assertThat(
            store.commit(
                TestTransfers.withTransfers(bag, 1, TestTransfers.transfer(part, Kind.HOLD, 80))))
        .isTrue();
    assertBalances(20, 80, 0);
    assertThat(database.ledger().holds(ANNA))
        .containsExactly(new Ledger.BagHold(bag, "bag", new Money(80)));
    store.commit(
        TestTransfers.withTransfers(
            bag,
            2,
            TestTransfers.transfer(part, Kind.CHARGE, 30, 30),
            TestTransfers.transfer(part, Kind.CHARGE, 20, 50),
            TestTransfers.transfer(part, Kind.RELEASE, 30)));
    assertBalances(50, 0, 50);
    store.commit(
        TestTransfers.withTransfers(bag, 3, TestTransfers.transfer(part, Kind.PENALTY, 8)));
    assertBalances(58, 0, 42);
    List<Ledger.Entry> all = database.ledger().entriesOfUser(ANNA, Long.MAX_VALUE, 4);
    assertThat(all)
        .extracting(Ledger.Entry::kind)
        .containsExactly("PENALTY", "RELEASE", "CHARGE", "CHARGE");
    assertThat(database.ledger().balanceAfter(AccountId.of(ANNA), all.getFirst().serial()))
        .isEqualTo(database.ledger().find(AccountId.of(ANNA)).orElseThrow().balance());
    assertThat(database.ledger().entriesOfUser(ANNA, all.getLast().serial(), 4))
        .extracting(Ledger.Entry::kind)
        .containsExactly("HOLD", "DEPOSIT");
    assertThat(database.ledger().accounts())
        .allSatisfy(account -> assertThat(account.entrySum()).isEqualTo(account.balance()));
  }

  @Test
  void surchargeOfChargeIsRecorded() {
    Store store = database.store();
    store.commit(TestTransfers.withTransfers(bag, 1, TestTransfers.transfer(part, Kind.HOLD, 80)));
    store.commit(
        TestTransfers.withTransfers(
            bag,
            2,
            new Transfer(part, Kind.CHARGE, new Money(12), new Money(12), new Money(2)),
            new Transfer(part, Kind.CHARGE, new Money(5), new Money(17))));

    assertThat(database.ledger().entriesOfUser(ANNA, Long.MAX_VALUE, 10))
        .extracting(Ledger.Entry::kind, entry -> entry.surcharge().millicredits())
        .containsExactly(
            tuple("CHARGE", 0L), tuple("CHARGE", 2L), tuple("HOLD", 0L), tuple("DEPOSIT", 0L));
    assertThatThrownBy(
            () ->
                sql.update(
                    "insert into transfer (key, kind, payer, payee, amount, surcharge)"
                        + " values ('x', 'CHARGE', 'market', 'user:anna', 5, 6)"))
        .hasMessageContaining("surcharge_within_amount");
  }

  @Test
  void bagWithInsufficientFundsIsNotWritten() {
    Store store = database.store();
    assertThatThrownBy(
            () ->
                store.commit(
                    TestTransfers.withTransfers(
                        bag, 1, TestTransfers.transfer(part, Kind.HOLD, 101))))
        .isInstanceOf(Store.InsufficientFunds.class)
        .hasMessageContaining("bag");
    assertThat(store.read(bag).orElseThrow().version()).isEqualTo(1);
    assertBalances(100, 0, 0);
  }

  @Test
  void moneyReleasedInTheSameWriteIsAvailable() {
    Store store = database.store();
    ReservationId other = TestTransfers.part(bag, 2, NORTH);
    store.commit(TestTransfers.withTransfers(bag, 1, TestTransfers.transfer(part, Kind.HOLD, 90)));
    assertThat(
            store.commit(
                TestTransfers.withTransfers(
                    bag,
                    2,
                    TestTransfers.transfer(other, Kind.HOLD, 95),
                    TestTransfers.transfer(part, Kind.RELEASE, 90))))
        .isTrue();
    assertBalances(5, 95, 0);
  }

  @Test
  void repeatedTransferIsMadeOnce() {
    Store store = database.store();
    store.commit(TestTransfers.withTransfers(bag, 1, TestTransfers.transfer(part, Kind.HOLD, 40)));
    store.commit(TestTransfers.withTransfers(bag, 2, TestTransfers.transfer(part, Kind.HOLD, 40)));
    assertThat(
            store.commit(
                TestTransfers.withTransfers(bag, 2, TestTransfers.transfer(part, Kind.CHARGE, 9))))
        .as("another replica has written the bag")
        .isFalse();
    assertThat(database.ledger().deposit(AccountId.of(ANNA), new Money(100), "first")).isEmpty();
    assertBalances(60, 40, 0);
  }

  @Test
  void penaltyIsLimitedByTheProvidersFunds() {
    Store store = database.store();
    ReservationId other = TestTransfers.part(bag, 2, NORTH);
    store.commit(
        TestTransfers.withTransfers(bag, 1, TestTransfers.transfer(part, Kind.PENALTY, 7)));
    assertBalances(100, 0, 0);
    store.commit(
        TestTransfers.withTransfers(
            bag,
            2,
            TestTransfers.transfer(other, Kind.HOLD, 30),
            TestTransfers.transfer(other, Kind.CHARGE, 12)));
    ReservationId third = TestTransfers.part(bag, 3, NORTH);
    store.commit(
        TestTransfers.withTransfers(
            bag,
            3,
            TestTransfers.transfer(other, Kind.PENALTY, 9),
            TestTransfers.transfer(third, Kind.PENALTY, 9)));
    assertBalances(82, 18, 0);
    database.ledger().setCreditLimit(AccountId.of(NORTH), Optional.of(new Money(5)));
    store.commit(
        TestTransfers.withTransfers(
            bag, 4, TestTransfers.transfer(TestTransfers.part(bag, 4, NORTH), Kind.PENALTY, 9)));
    assertBalances(87, 18, -5);
  }

  @Test
  void userWithoutLimitMayOweAnyAmount() {
    database.ledger().setCreditLimit(AccountId.of(ANNA), Optional.empty());
    database
        .store()
        .commit(
            TestTransfers.withTransfers(
                bag, 1, TestTransfers.transfer(part, Kind.HOLD, 1_000_100)));
    assertBalances(-1_000_000, 1_000_100, 0);
    assertThat(database.ledger().find(AccountId.of(ANNA)).orElseThrow().creditLimit()).isEmpty();
  }

  @Test
  void creditLimitBelowTheDebtBlocksOnlyNewPayments() {
    database.ledger().setCreditLimit(AccountId.of(ANNA), Optional.empty());
    assertThat(database.ledger().deposit(AccountId.of(ANNA), new Money(-150), "back")).isEmpty();
    assertThat(database.ledger().setCreditLimit(AccountId.of(ANNA), Optional.of(Money.ZERO)))
        .isEmpty();
    assertThat(database.ledger().deposit(AccountId.of(ANNA), new Money(-1), "more"))
        .contains(Ledger.Rejection.INSUFFICIENT_FUNDS);
    assertThatThrownBy(
            () ->
                database
                    .store()
                    .commit(
                        TestTransfers.withTransfers(
                            bag, 1, TestTransfers.transfer(part, Kind.HOLD, 1))))
        .isInstanceOf(Store.InsufficientFunds.class);
    assertThat(database.ledger().deposit(AccountId.of(ANNA), new Money(20), "part")).isEmpty();
    assertBalances(-30, 0, 0);
    assertThat(database.ledger().deposit(AccountId.of(new UserId("x")), new Money(1), "x"))
        .contains(Ledger.Rejection.NO_ACCOUNT);
  }

  @Test
  void schemaRejectsInconsistentChanges() {
    database
        .store()
        .commit(TestTransfers.withTransfers(bag, 1, TestTransfers.transfer(part, Kind.HOLD, 40)));
    for (String wrong :
        List.of(
            "update transfer set amount = 1",
            "delete from transfer",
            "truncate transfer",
            "update account set balance = balance + 1 where id = 'user:anna'",
            "update account set balance = -1 where id = 'market'",
            "insert into account (id, balance) values ('user:x', 5)",
            "delete from account",
            "insert into transfer (key, kind, payer, payee, amount)"
                + " values ('a', 'DEPOSIT', 'market', 'user:anna', 0)",
            "insert into transfer (key, kind, payer, payee, amount)"
                + " values ('a', 'DEPOSIT', 'market', 'user:anna', -5)",
            "insert into transfer (key, kind, payer, payee, amount)"
                + " values ('a', 'DEPOSIT', 'market', 'market', 5)",
            "insert into transfer (key, kind, payer, payee, amount)"
                + " values ('a', 'DEPOSIT', 'market', 'user:unknown', 5)",
            "insert into transfer (key, kind, payer, payee, amount)"
                + " values ('a', 'HOLD', 'user:anna', 'market', 61)",
            "insert into transfer (key, kind, payer, payee, amount)"
                + " values ('a', 'CHARGE', 'hold:bag', 'market', 41)")) {
      assertThatThrownBy(() -> sql.update(wrong))
          .as(wrong)
          .isInstanceOf(IllegalStateException.class);
    }
    assertBalances(60, 40, 0);
  }

  private void assertBalances(long anna, long held, long north) {
    assertThat(balance(AccountId.of(ANNA))).isEqualTo(anna);
    assertThat(balance(new AccountId("hold:" + bag))).isEqualTo(held);
    assertThat(balance(AccountId.of(NORTH))).isEqualTo(north);
    assertThat(
            database.ledger().accounts().stream()
                .mapToLong(account -> account.balance().millicredits())
                .sum())
        .isZero();
  }

  private long balance(AccountId id) {
    return database.ledger().find(id).map(account -> account.balance().millicredits()).orElse(0L);
  }
}

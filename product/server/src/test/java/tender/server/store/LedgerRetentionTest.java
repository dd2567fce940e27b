package tender.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tender.core.ledger.Transfer;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.Time;
import tender.server.engine.RetentionTask;
import tender.server.model.RetentionPolicy;
import tender.server.store.ledger.AccountId;
import tender.server.store.ledger.Ledger;

/** Old transfers of deleted bags become totals, and nothing else can change the ledger. */
class LedgerRetentionTest extends DatabaseTestCase {
  private static final long RETENTION_MILLIS = 90 * Time.DAY_MILLIS;
  private static final int OLD_BAGS = 4;

  private EndedBags bags;
  private long nowMillis;

  @BeforeEach
  void addBags() throws Exception {
    bags = new EndedBags(database);
    nowMillis = database.store().nowMillis();
    for (int i = 0; i < OLD_BAGS; i++) {
      bags.add("old" + i, nowMillis - 100 * Time.DAY_MILLIS);
    }
    bags.add("recent", nowMillis - Time.DAY_MILLIS);
    makeOld("old%");
  }

  /** Whatever a test has tried, the ledger adds up. */
  @AfterEach
  void ledgerAddsUp() {
    List<Ledger.Account> accounts = database.ledger().accounts();
    assertThat(accounts)
        .allSatisfy(account -> assertThat(account.entrySum()).isEqualTo(account.balance()));
    assertThat(accounts.stream().mapToLong(account -> account.balance().millicredits()).sum())
        .isZero();
    assertThat(database.ledger().find(AccountId.of(EndedBags.NORTH)).orElseThrow().balance())
        .isEqualTo(new Money((OLD_BAGS + 1) * EndedBags.PRICE));
  }

  /** Only a superuser of the database can do this, by switching the rules off. */
  private void makeOld(String bags) {
    sql.transaction(
        session -> {
          session.update("alter table transfer disable trigger transfer_is_immutable");
          session.update(
              "update transfer set at_millis = ? where bag like ?",
              nowMillis - 100 * Time.DAY_MILLIS,
              bags);
          return session.update("alter table transfer enable trigger transfer_is_immutable");
        });
  }

  private void deleteExpired() {
    new RetentionTask(
            database,
            new RetentionPolicy(
                OptionalLong.of(RETENTION_MILLIS), RETENTION_MILLIS, OptionalLong.empty()))
        .run();
  }

  private int count(String query) {
    return sql.find(query, row -> row.getInt(1)).orElseThrow();
  }

  @Test
  void transfersOfDeletedBagsBecomeTotals() {
    assertThat(count("select count(*) from transfer")).isEqualTo(1 + 3 * (OLD_BAGS + 1));
    deleteExpired();
    assertThat(count("select count(*) from transfer")).isEqualTo(1 + 3);
    assertThat(count("select count(*) from account where id like 'hold:%'")).isEqualTo(1);
    assertThat(count("select sum(amount) from ledger_total")).isZero();
    assertThat(count("select amount from ledger_total where account = 'provider:north'"))
        .isEqualTo((int) (OLD_BAGS * EndedBags.PRICE));
    Ledger.Account anna = database.ledger().find(AccountId.of(EndedBags.ANNA)).orElseThrow();
    assertThat(anna.entrySum()).isEqualTo(anna.balance());
    List<Ledger.Entry> entries =
        database.ledger().entriesOfUser(EndedBags.ANNA, Long.MAX_VALUE, 100);
    assertThat(entries)
        .extracting(Ledger.Entry::kind)
        .containsExactly("RELEASE", "CHARGE", "HOLD", "DEPOSIT");
    assertThat(
            database
                .ledger()
                .balanceAfter(AccountId.of(EndedBags.ANNA), entries.getFirst().serial()))
        .isEqualTo(anna.balance());
  }

  @Test
  void transfersStayAsLongAsTheRetentionEvenIfTheUserDeletesTheBag() {
    BagId recent = new BagId("recent");
    database.bagExpiry().deleteByUser(EndedBags.ANNA, recent);
    deleteExpired();
    assertThat(database.store().read(recent)).isEmpty();
    assertThat(count("select count(*) from transfer where bag = 'recent'")).isEqualTo(3);
    assertThat(database.ledger().entriesOfUser(EndedBags.ANNA, Long.MAX_VALUE, 100))
        .extracting(Ledger.Entry::kind)
        .contains("CHARGE");

    makeOld("recent");
    sql.update("update deleted_bag set ended_millis = 0 where bag = 'recent'");
    deleteExpired();
    assertThat(count("select count(*) from transfer")).isEqualTo(1);
  }

  @Test
  void repeatedTransferOfADeletedBagMovesNothing() {
    BagId old = new BagId("old0");
    Transfer repeated =
        TestTransfers.transfer(
            TestTransfers.part(old, 1, EndedBags.NORTH), Transfer.Kind.CHARGE, EndedBags.PRICE);
    deleteExpired();
    assertThat(database.store().commit(TestTransfers.withTransfers(old, 2, repeated))).isFalse();
    assertThat(database.store().commit(TestTransfers.withTransfers(old, 1, repeated))).isFalse();
    assertThatThrownBy(
            () ->
                sql.update(
                    "insert into transfer (key, kind, payer, payee, amount, bag) values"
                        + " ('old0.1.1@north/CHARGE/30', 'CHARGE', 'user:anna', 'provider:north',"
                        + " 30, 'old0')"))
        .hasMessageContaining("Bag old0 does not exist");
  }

  @Test
  void deletedBagsAreForgottenAfterSomeDays() {
    deleteExpired();
    assertThat(count("select count(*) from deleted_bag where transfers_deleted"))
        .isEqualTo(OLD_BAGS);
    sql.update("update deleted_bag set deleted_millis = 0");
    deleteExpired();
    assertThat(count("select count(*) from deleted_bag")).isZero();
  }

  @Test
  void schemaRejectsEveryOtherChange() {
    database.bagExpiry().deleteDue(OptionalLong.of(RETENTION_MILLIS), nowMillis, 2);
    String deleted =
        sql.find("select min(bag) from deleted_bag", row -> row.getString(1)).orElseThrow();
    for (String wrong :
        List.of(
            "delete from transfer",
            "delete from transfer where bag = 'recent'",
            "delete from transfer where bag is null",
            "delete from transfer where kind = 'DEPOSIT'",
            "delete from transfer where kind = 'CHARGE' and bag = '" + deleted + "'",
            "update transfer set amount = 1 where bag = '" + deleted + "'",
            "truncate transfer",
            "insert into ledger_total (account, amount, entries) values ('user:anna', 5, 1)",
            "update ledger_total set amount = amount + 1",
            "delete from ledger_total",
            "truncate ledger_total",
            "delete from account",
            "delete from account where id = 'user:anna'",
            "delete from account where id = 'hold:recent'",
            "delete from account where id = 'hold:" + deleted + "'",
            "truncate account")) {
      assertThatThrownBy(() -> sql.update(wrong))
          .as(wrong)
          .isInstanceOf(IllegalStateException.class);
    }
    assertThat(count("select count(*) from ledger_total")).isZero();
  }

  @Test
  void moneyOnHoldKeepsTheTransfersOfABag() throws Exception {
    database.ledger().setCreditLimit(AccountId.of(EndedBags.ANNA), Optional.empty());
    sql.update(
        "insert into transfer (key, kind, payer, payee, amount, bag)"
            + " values ('x', 'HOLD', 'user:anna', 'hold:old0', 7, 'old0')");
    makeOld("old0");
    deleteExpired();
    assertThat(database.store().read(new BagId("old0"))).isEmpty();
    assertThat(count("select count(*) from transfer where bag = 'old0'")).isEqualTo(4);
    assertThatThrownBy(() -> sql.update("delete from transfer where bag = 'old0'"))
        .hasMessageContaining("holds money");
  }
}

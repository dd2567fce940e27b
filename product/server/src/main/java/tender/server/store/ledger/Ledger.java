package tender.server.store.ledger;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.server.model.UserId;
import tender.server.store.sql.ConstraintViolationException;
import tender.server.store.sql.Sql;

/**
 * Accounts and their entries. Transfers for bags are made when a bag is written ({@link
 * TransferStatement}); here an operator deposits money, and users and operators read accounts.
 */
public final class Ledger {
  /** The largest page of entries. */
  public static final int MAX_PAGE_SIZE = 500;

  private final Sql sql;

  public Ledger(Sql sql) {
    this.sql = sql;
  }

  /**
   * An account.
   *
   * @param creditLimit how far below zero the balance may fall; empty if without limit
   * @param entrySum the sum of its entries and of those that were carried forward, which must equal
   *     its balance
   */
  public record Account(AccountId id, Money balance, Optional<Money> creditLimit, Money entrySum) {}

  /**
   * One side of a transfer, as its account sees it.
   *
   * @param amount negative if the account paid
   * @param surcharge how much of a charge is a surcharge for users of other organisations
   */
  public record Entry(
      long serial,
      long atMillis,
      String kind,
      Money amount,
      Optional<BagId> bag,
      Optional<ProviderId> provider,
      Money surcharge) {}

  /** Money held for one of a user's bags. */
  public record BagHold(BagId bag, String name, Money amount) {}

  public Optional<Account> find(AccountId id) {
    return sql.find(
        """
        select id, balance, credit_limit,
          (coalesce((select sum(amount) from entry where account = account.id), 0)
            + coalesce((select amount from ledger_total where account = account.id), 0))::bigint
        from account where id = ?
        """,
        Ledger::account,
        id.value());
  }

  /** All accounts, each with the sum of its entries. */
  public List<Account> accounts() {
    return sql.list(
        """
        select id, balance, credit_limit, (coalesce(entry_sum, 0) + coalesce(amount, 0))::bigint
        from account
          left join (select account, sum(amount) as entry_sum from entry group by account) entries
            on entries.account = account.id
          left join ledger_total on ledger_total.account = account.id
        order by id
        """,
        Ledger::account);
  }

  private static Account account(ResultSet row) throws SQLException {
    return new Account(
        new AccountId(row.getString(1)),
        new Money(row.getLong(2)),
        Optional.ofNullable(row.getObject(3, Long.class)).map(Money::new),
        new Money(row.getLong(4)));
  }

  /**
   * A user's entries, newest first, including the charges that are paid from holds of the user's
   * bags.
   *
   * @param before the serial of the previous page's last entry; {@link Long#MAX_VALUE} for the
   *     first page
   */
  public List<Entry> entriesOfUser(UserId user, long before, int limit) {
    if (limit < 1 || limit > MAX_PAGE_SIZE) {
      throw new IllegalArgumentException(
          "The page size is %d entries; it must be from 1 to %d.".formatted(limit, MAX_PAGE_SIZE));
    }
    return sql.list(
        """
        select * from (
          select serial, at_millis, kind, amount, bag, provider, 0 as surcharge
          from entry where account = ?
          union all
          select serial, at_millis, kind, -amount, bag, provider, surcharge
          from transfer join (
              select bag from submission where user_id = ?
              union all select bag from deleted_bag where user_id = ?) own using (bag)
          where kind = 'CHARGE') found
        where serial < ? order by serial desc limit ?
        """,
        Ledger::entry,
        AccountId.of(user).value(),
        user.value(),
        user.value(),
        before,
        limit);
  }

  /** The balance of an account after the entry with this serial. */
  public Money balanceAfter(AccountId account, long serial) {
    return sql.find(
            """
            select balance
              - coalesce((select sum(amount) from entry where account = ? and serial > ?), 0)::bigint
            from account where id = ?
            """,
            row -> new Money(row.getLong(1)),
            account.value(),
            serial,
            account.value())
        .orElseThrow();
  }

  private static Entry entry(ResultSet row) throws SQLException {
    return new Entry(
        row.getLong(1),
        row.getLong(2),
        row.getString(3),
        new Money(row.getLong(4)),
        Optional.ofNullable(row.getString(5)).map(BagId::new),
        Optional.ofNullable(row.getString(6)).map(ProviderId::new),
        new Money(row.getLong(7)));
  }

  /** Whether a transfer with this key was made. */
  public boolean hasTransfer(String key) {
    return sql.find("select 1 from transfer where key = ?", row -> true, key).isPresent();
  }

  /** The amount that each provider has been paid for a bag so far. */
  public Map<ProviderId, Money> paidByProvider(BagId bag) {
    Map<ProviderId, Money> paid = new LinkedHashMap<>();
    sql.list(
        """
        select provider, sum(amount)::bigint from transfer
        where bag = ? and kind = 'CHARGE' group by provider order by provider
        """,
        row -> paid.put(new ProviderId(row.getString(1)), new Money(row.getLong(2))),
        bag.value());
    return paid;
  }

  /** The money held for a user's bags, newest bag first. */
  public List<BagHold> holds(UserId user) {
    return sql.list(
        """
        select bag, name, balance from account join submission on bag = substr(account.id, 6)
        where account.id like 'hold:%' and balance > 0 and user_id = ?
        order by created_millis desc, bag desc
        """,
        row ->
            new BagHold(new BagId(row.getString(1)), row.getString(2), new Money(row.getLong(3))),
        user.value());
  }

  /** Why an operator's request was rejected. */
  public enum Rejection {
    /** The account does not exist. */
    NO_ACCOUNT,
    /** The balance would fall below the credit limit. */
    INSUFFICIENT_FUNDS
  }

  /**
   * Deposits money, or withdraws it if the amount is negative.
   *
   * @param key makes a repeated request have no second effect
   */
  public Optional<Rejection> deposit(AccountId to, Money amount, String key) {
    boolean isDeposit = amount.millicredits() > 0;
    return tryUpdate(
        to,
        """
        insert into transfer (key, kind, payer, payee, amount)
        select ?, ?, ?, ?, ? from account where id = ?
        on conflict (key) do nothing
        """,
        key,
        isDeposit ? "DEPOSIT" : "WITHDRAWAL",
        (isDeposit ? AccountId.MARKET : to).value(),
        (isDeposit ? to : AccountId.MARKET).value(),
        Math.absExact(amount.millicredits()),
        to.value());
  }

  /** Whether a deposit or withdrawal with this key was made for this account and amount. */
  public boolean isDeposit(AccountId account, Money amount, String key) {
    return sql.find(
            "select 1 from transfer where key = ? and ? = any (array[payer, payee]) and amount = ?"
                + " and kind = ?",
            row -> true,
            key,
            account.value(),
            Math.absExact(amount.millicredits()),
            amount.millicredits() > 0 ? "DEPOSIT" : "WITHDRAWAL")
        .isPresent();
  }

  /**
   * Sets how far below zero an account's balance may fall.
   *
   * @param limit empty if without limit
   */
  public Optional<Rejection> setCreditLimit(AccountId account, Optional<Money> limit) {
    return tryUpdate(
        account,
        "update account set credit_limit = ?::bigint where id = ?",
        limit.map(Money::millicredits).orElse(null),
        account.value());
  }

  private Optional<Rejection> tryUpdate(
      AccountId account, String statement, @Nullable Object... values) {
    try {
      boolean done = sql.update(statement, values) > 0;
      return done || find(account).isPresent()
          ? Optional.empty()
          : Optional.of(Rejection.NO_ACCOUNT);
    } catch (ConstraintViolationException e) {
      return Optional.of(Rejection.INSUFFICIENT_FUNDS);
    }
  }
}

package tender.server.store.ledger;

import tender.server.store.sql.Sql;
import tender.server.store.sql.ConstraintViolationException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.server.model.UserId;

/**
 * The books: whose money is where, and how it came there. Bags move money when they are written
 * ({@code PostgresStore}); here an operator gives it out, and both look.
 */
public final class Ledger {
  /** The longest page of entries. */
  public static final int MAX_PAGE_SIZE = 500;

  private final Sql sql;

  public Ledger(Sql sql) {
    this.sql = sql;
  }

  /**
   * An account as it stands.
   *
   * @param lowest how low it may fall; nothing, if without end
   * @param booked what its entries add up to, which must be its balance
   */
  public record Account(AccountId id, Money balance, Optional<Money> creditLimit, Money entrySum) {}

  /**
   * One side of a transfer, as its account sees it.
   *
   * @param amount below zero if it went out
   */
  public record Entry(
      long serial,
      long atMillis,
      String kind,
      Money amount,
      AccountId counterparty,
      Optional<BagId> bag,
      Optional<ProviderId> provider) {}

  /** What is set aside for one of a person's bags. */
  public record BagHold(BagId bag, String name, Money amount) {}

  public Optional<Account> find(AccountId id) {
    return sql.find(
        """
        select id, balance, lowest,
          coalesce((select sum(amount) from entry where account = account.id), 0)::bigint
        from account where id = ?
        """,
        Ledger::account,
        id.value());
  }

  /** All, with what their entries add up to. */
  public List<Account> accounts() {
    return sql.list(
        """
        select id, balance, lowest, coalesce(booked, 0)::bigint
        from account
          left join (select account, sum(amount) as booked from entry group by account) entries
            on entries.account = account.id
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
   * An account's entries, newest first.
   *
   * @param before the serial of the last of the page before; {@link Long#MAX_VALUE} for the first
   */
  public List<Entry> entries(AccountId account, long before, int limit) {
    return page(
        "select serial, at_millis, kind, amount, other, bag, provider from entry where account = ?",
        before,
        limit,
        account.value());
  }

  /** A person's entries and, since they are paid of the person's money, its bags' charges. */
  public List<Entry> entriesOfUser(UserId person, long before, int limit) {
    return page(
        """
        select serial, at_millis, kind, amount, other, bag, provider from entry where account = ?
        union all
        select serial, at_millis, kind, -amount, payee, bag, provider
        from transfer join submission using (bag) where kind = 'CHARGE' and person = ?
        """,
        before,
        limit,
        AccountId.of(person).value(),
        person.value());
  }

  private List<Entry> page(String entries, long before, int limit, String... of) {
    if (limit < 1 || limit > MAX_PAGE_SIZE) {
      throw new IllegalArgumentException(
          "A page of %d entries is asked for, and must have from 1 to %d."
              .formatted(limit, MAX_PAGE_SIZE));
    }
    List<@Nullable Object> parameters = new ArrayList<>(List.of(of));
    parameters.add(before);
    parameters.add(limit);
    return sql.list(
        "select * from (%s) found where serial < ? order by serial desc limit ?".formatted(entries),
        Ledger::entry,
        parameters.toArray());
  }

  private static Entry entry(ResultSet row) throws SQLException {
    return new Entry(
        row.getLong(1),
        row.getLong(2),
        row.getString(3),
        new Money(row.getLong(4)),
        new AccountId(row.getString(5)),
        Optional.ofNullable(row.getString(6)).map(BagId::new),
        Optional.ofNullable(row.getString(7)).map(ProviderId::new));
  }

  /** What each provider was paid for a bag so far. */
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

  /** What is set aside for a person's bags, the newest bag first. */
  public List<BagHold> holds(UserId person) {
    return sql.list(
        """
        select bag, name, balance from submission join account on account.id = 'held:' || bag
        where person = ? and balance > 0 order by created_millis desc, bag desc
        """,
        row -> new BagHold(new BagId(row.getString(1)), row.getString(2), new Money(row.getLong(3))),
        person.value());
  }

  /** Why an operator's wish was not carried out. */
  public enum Rejection {
    /** There is no such account. */
    NO_ACCOUNT,
    /** The account would stand below what it may. */
    INSUFFICIENT_FUNDS
  }

  /**
   * Gives money out, or takes it back if it is below zero.
   *
   * @param key so that what is asked for twice is done once
   */
  public Optional<Rejection> deposit(AccountId to, Money amount, String key) {
    boolean out = amount.millicredits() > 0;
    return tried(
        to,
        """
        insert into transfer (key, kind, payer, payee, amount)
        select ?, ?, ?, ?, ? from account where id = ?
        on conflict (key) do nothing
        """,
        key,
        out ? "DEPOSIT" : "WITHDRAWAL",
        (out ? AccountId.MARKET : to).value(),
        (out ? to : AccountId.MARKET).value(),
        Math.absExact(amount.millicredits()),
        to.value());
  }

  /**
   * Says how much an account may owe.
   *
   * @param most nothing, if without end
   */
  public Optional<Rejection> setCreditLimit(AccountId account, Optional<Money> most) {
    return tried(
        account,
        "update account set lowest = ?::bigint where id = ?",
        most.map(money -> Math.negateExact(money.millicredits())).orElse(null),
        account.value());
  }

  private Optional<Rejection> tried(AccountId account, String statement, @Nullable Object... values) {
    try {
      boolean done = sql.update(statement, values) > 0;
      return done || find(account).isPresent() ? Optional.empty() : Optional.of(Rejection.NO_ACCOUNT);
    } catch (ConstraintViolationException e) {
      return Optional.of(Rejection.INSUFFICIENT_FUNDS);
    }
  }
}

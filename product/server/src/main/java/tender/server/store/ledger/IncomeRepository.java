package tender.server.store.ledger;

import tender.core.model.Money;
import tender.server.model.UserId;
import tender.server.store.sql.Sql;

/**
 * The periodic income of users: "each user receives a fixed amount of money at a regular interval"
 * (Sulistio and Buyya, 3.3). An income is paid as a deposit for each period, whose key contains the
 * period.
 */
public final class IncomeRepository {
  private static final int MAX_ROWS = 500;

  private final Sql sql;

  public IncomeRepository(Sql sql) {
    this.sql = sql;
  }

  /**
   * Grants a user an income from now on, or changes it; the next payment then comes no later than
   * before.
   *
   * @return whether the user exists
   */
  public boolean grant(UserId user, Money amount, long everyMillis) {
    return sql.update(
            """
            insert into income as i (user_id, amount, every_millis, next_millis)
            select id, ?, ?, now_millis() from market_user where id = ?
            on conflict (user_id) do update set
              amount = excluded.amount,
              every_millis = excluded.every_millis,
              next_millis = least(i.next_millis, excluded.next_millis + excluded.every_millis)
            """,
            amount.millicredits(),
            everyMillis,
            user.value())
        > 0;
  }

  /** Ends a user's income; returns whether there was one. */
  public boolean end(UserId user) {
    return sql.update("delete from income where user_id = ?", user.value()) > 0;
  }

  /**
   * Pays everything that is due, also for periods in which no server ran; a period of a user
   * without access is skipped. Any number of replicas may do this at the same time: one statement
   * pays a period and moves the user to the next one, and the key of the transfer is unique.
   *
   * @return the number of periods that were paid or skipped
   */
  public int payDue() {
    int periods = 0;
    int last;
    do {
      last =
          sql.update(
              """
              with due as (
                select user_id, amount, every_millis, next_millis,
                  token_hash is not null or exists (
                    select from login_identity
                    where login_identity.user_id = market_user.id
                      and revoked_millis is null) as has_access
                from income join market_user on market_user.id = user_id
                where next_millis <= now_millis()
                order by user_id limit ?
                for update of income skip locked),
              paid as (
                insert into transfer (key, kind, payer, payee, amount)
                select 'income/' || user_id || '/' || next_millis, 'DEPOSIT', 'market',
                  'user:' || user_id, amount
                from due where has_access order by user_id
                on conflict (key) do nothing)
              update income set next_millis = due.next_millis + due.every_millis
              from due where income.user_id = due.user_id
              """,
              MAX_ROWS);
      periods += last;
    } while (last > 0);
    return periods;
  }
}

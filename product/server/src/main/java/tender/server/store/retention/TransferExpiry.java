package tender.server.store.retention;

import java.util.List;
import tender.core.model.Time;
import tender.server.store.sql.Sql;

/**
 * Replaces the old transfers of deleted bags by one total for each account. The tables themselves
 * add deleted transfers to the totals and reject every other deletion ({@code V9__retention.sql}).
 */
public final class TransferExpiry {
  /** How long a deleted bag is remembered at least. */
  static final long REMEMBERED_MILLIS = 7 * Time.DAY_MILLIS;

  private final Sql sql;

  public TransferExpiry(Sql sql) {
    this.sql = sql;
  }

  /**
   * Deletes the transfers and holds of some deleted bags, all of whose transfers are older than the
   * retention; returns the number of bags.
   */
  public int deleteDue(long retentionMillis, long nowMillis, int limit) {
    long untilMillis = nowMillis - retentionMillis;
    return sql.backgroundTransaction(
        session -> {
          List<String> due =
              session.list(
                  """
                  select bag from deleted_bag d
                  where not transfers_deleted and ended_millis <= ?
                    and not exists (select from transfer t where t.bag = d.bag and t.at_millis > ?)
                    and not exists (
                      select from account where id = 'hold:' || d.bag and balance <> 0)
                  order by ended_millis limit ? for update skip locked
                  """,
                  row -> row.getString(1),
                  untilMillis,
                  untilMillis,
                  limit);
          if (due.isEmpty()) {
            return 0;
          }
          String[] bags = due.toArray(String[]::new);
          session.update("delete from transfer where bag = any (?)", (Object) bags);
          session.update(
              "delete from account where id = any (?)",
              (Object) due.stream().map(bag -> "hold:" + bag).toArray(String[]::new));
          session.update(
              "update deleted_bag set transfers_deleted = true where bag = any (?)", (Object) bags);
          return due.size();
        });
  }

  /** Forgets some deleted bags whose transfers are deleted too; returns how many. */
  public int forgetBags(long nowMillis, int limit) {
    return sql.find(
            """
        with forgotten as (
          delete from deleted_bag where bag in (
            select bag from deleted_bag where transfers_deleted and deleted_millis <= ?
            order by deleted_millis limit ? for update skip locked)
          returning bag),
        copies as (
          delete from deleted_bag_copy using forgotten where deleted_bag_copy.bag = forgotten.bag)
        select count(*) from forgotten
        """,
            row -> row.getInt(1),
            nowMillis - REMEMBERED_MILLIS,
            limit)
        .orElse(0);
  }
}

package tender.server.store.retention;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import tender.core.model.BagId;
import tender.core.model.Time;
import tender.server.model.UserId;
import tender.server.store.sql.Session;
import tender.server.store.sql.Sql;

/**
 * Deletes ended bags: their states, submissions, histories, results and reports. Their transfers
 * and files follow in steps of their own ({@link TransferExpiry}, {@link FileExpiry}). Each step is
 * a transaction that locks what it deletes and skips what others have locked, so that several
 * servers can do this together, and a crash loses one step.
 */
public final class BagExpiry {
  /**
   * How long undelivered messages to providers prevent the deletion of a bag: a provider that comes
   * back learns what it must stop.
   */
  private static final long MESSAGES_MILLIS = 7 * Time.DAY_MILLIS;

  /** An input file without a bag can be used again for this long. */
  private static final long FILE_GRACE_MILLIS = Time.DAY_MILLIS;

  private static final String NOT_NEEDED =
      """
      and timer_millis is null
      and (ended_millis < ? or not exists (select from outbox where outbox.bag = bag.id))
      """;

  private static final String DUE_BY_RETENTION =
      """
      select id from bag
      where ended_millis is not null and keep_millis is null and ended_millis <= ?
      """
          + NOT_NEEDED
          + " order by ended_millis limit ? for update skip locked";

  private static final String DUE_BY_OWN_TIME =
      """
      select id from bag
      where ended_millis is not null and keep_millis is not null and ended_millis + keep_millis <= ?
      """
          + NOT_NEEDED
          + " order by ended_millis + keep_millis limit ? for update skip locked";

  /** Each has the deleted bags as its only parameter, and locks rows in the order of their keys. */
  private static final List<String> DELETIONS =
      List.of(
          """
          insert into deleted_bag
            (bag, user_id, client_key, ended_millis, site_results, site_providers)
          select s.bag, s.user_id, s.client_key, b.ended_millis, site,
            case when site is not null then
              array(select provider from providers_with_data(s.bag) as provider order by 1) end
          from submission s join bag b on b.id = s.bag, lateral (
            select work_order #>> '{results,site}') as results (site)
          where s.bag = any (?)
          on conflict do nothing
          """,
          // Of a bag that its user deleted, the providers are known, and some have confirmed.
          """
          insert into deleted_bag_copy (provider, bag)
          select provider, s.bag from submission s, providers_with_data(s.bag) as provider
          where s.bag = any (?) and s.deleted_millis is null
          on conflict do nothing
          """,
          """
          insert into blob_check (digest)
          select distinct digest from pack where bag = any (?) order by digest
          on conflict do nothing
          """,
          """
          with deleted as (
            delete from offer_outcome where bag = any (?) returning provider, used)
          insert into provider_record as r
            (provider, kept, late, late_millis, deleted_used, deleted_unused)
          select provider, 0, 0, '{}', count(*) filter (where used), count(*) filter (where not used)
          from deleted group by provider order by provider
          on conflict (provider) do update set
            deleted_used = r.deleted_used + excluded.deleted_used,
            deleted_unused = r.deleted_unused + excluded.deleted_unused
          """,
          "delete from outbox where bag = any (?)",
          "delete from accepted_result where bag = any (?)",
          "delete from bag_history where bag = any (?)",
          "delete from notification_event where bag = any (?)",
          // What has not been delivered yet is still sent.
          "delete from notification_delivery where bag = any (?) and ended_millis is not null",
          "delete from failure_report where bag = any (?)",
          "delete from kept_output_request where bag = any (?)",
          "delete from pack where bag = any (?)",
          "delete from stored_output where bag = any (?)",
          "delete from submission_file where bag = any (?)",
          "delete from submission where bag = any (?)",
          "delete from bag where id = any (?)");

  private final Sql sql;

  public BagExpiry(Sql sql) {
    this.sql = sql;
  }

  /**
   * Deletes some bags that are due.
   *
   * @param retentionMillis how long bags without a time of their own are kept; empty: without limit
   * @param nowMillis the present time by the database's clock
   * @return how many were deleted
   */
  public int deleteDue(OptionalLong retentionMillis, long nowMillis, int limit) {
    return sql.backgroundTransaction(
        session -> {
          List<String> due =
              new ArrayList<>(find(session, DUE_BY_OWN_TIME, nowMillis, nowMillis, limit));
          if (retentionMillis.isPresent() && due.size() < limit) {
            due.addAll(
                find(
                    session,
                    DUE_BY_RETENTION,
                    nowMillis - retentionMillis.getAsLong(),
                    nowMillis,
                    limit - due.size()));
          }
          if (!due.isEmpty()) {
            delete(session, due.toArray(String[]::new), nowMillis);
          }
          return due.size();
        });
  }

  private static List<String> find(
      Session session, String query, long untilMillis, long nowMillis, int limit)
      throws SQLException {
    return session.list(
        query, row -> row.getString(1), untilMillis, nowMillis - MESSAGES_MILLIS, limit);
  }

  private static void delete(Session session, String[] bags, long nowMillis) throws SQLException {
    session.update(
        """
        insert into file_check (user_id, digest, due_millis)
        select distinct user_id, digest, ?::bigint from submission_file where bag = any (?)
        order by user_id, digest
        on conflict do nothing
        """,
        nowMillis + FILE_GRACE_MILLIS,
        bags);
    for (String deletion : DELETIONS) {
      session.update(deletion, (Object) bags);
    }
  }

  /**
   * Hides an ended bag from its user, and lets it be deleted as soon as its providers have been
   * paid and have all messages.
   *
   * @return whether the user has this bag, or had it until it was deleted some days ago
   */
  public boolean deleteByUser(UserId user, BagId bag) {
    return sql.find(
            """
            with first as (
              select bag from submission
              where bag = ? and user_id = ? and deleted_millis is null),
            copies as (
              insert into deleted_bag_copy (provider, bag)
              select provider, bag from first, providers_with_data(bag) as provider
              on conflict do nothing),
            hidden as (
              update submission set deleted_millis = coalesce(deleted_millis, now_millis())
              where bag = ? and user_id = ? returning bag),
            due as (
              update bag set keep_millis = 0 from hidden
              where id = hidden.bag and keep_millis is distinct from 0)
            select 1 from hidden union all select 1 from deleted_bag where bag = ? and user_id = ?
            """,
            _ -> true,
            bag.value(),
            user.value(),
            bag.value(),
            user.value(),
            bag.value(),
            user.value())
        .isPresent();
  }

  /** Whether the user had this bag and has deleted it. */
  public boolean isDeleted(UserId user, BagId bag) {
    return sql.find(
            """
            select 1 from submission where bag = ? and user_id = ? and deleted_millis is not null
            union all select 1 from deleted_bag where bag = ? and user_id = ?
            """,
            _ -> true,
            bag.value(),
            user.value(),
            bag.value(),
            user.value())
        .isPresent();
  }
}

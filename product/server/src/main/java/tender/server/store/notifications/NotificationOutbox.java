package tender.server.store.notifications;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import tender.server.model.NotificationChannel;
import tender.server.store.identity.SecretCipher;
import tender.server.store.sql.Sql;

/**
 * Notifications that wait to be sent. A server claims a channel for some time, so that what it does
 * not complete is sent again by any server, and so that a slow receiver delays its own
 * notifications only.
 */
public final class NotificationOutbox {
  /** Finds the channels for which something waits by skipping from one to the next in the index. */
  private static final String CLAIM =
      """
      with recursive waiting as (
        (select channel from notification_delivery where ended_millis is null
          order by channel limit 1)
        union all
        select (
          select d.channel from notification_delivery d
          where d.ended_millis is null and d.channel > waiting.channel
          order by d.channel limit 1)
        from waiting where waiting.channel is not null)
      update notification_channel
      set claimed_until_millis = now_millis() + ? * case kind when 'email' then 6 else 1 end
      where id in (
        select c.id from waiting join notification_channel c on c.id = waiting.channel
        where c.claimed_until_millis <= now_millis() and c.retry_millis <= now_millis()
          and exists (
            select from notification_delivery d where d.channel = c.id and d.ended_millis is null
              and d.next_millis <= now_millis()
              and (c.confirmed_millis is not null or d.event = 'confirm'))
        limit ? for update of c skip locked)
      returning id, kind, address, secret, failures, claimed_until_millis, user_id, name
      """;

  private final Sql sql;
  private final Optional<SecretCipher> cipher;

  public NotificationOutbox(Sql sql, Optional<SecretCipher> cipher) {
    this.sql = sql;
    this.cipher = cipher;
  }

  /**
   * Claims channels for which something waits.
   *
   * @param leaseMillis how long a request takes at most; a mail has several steps, each of which
   *     may take as long, so an address is claimed for longer
   */
  public List<ClaimedChannel> claim(long leaseMillis, int max) {
    return sql.list(CLAIM, this::claimed, leaseMillis, max);
  }

  private ClaimedChannel claimed(ResultSet row) throws SQLException {
    String stored = row.getString(4);
    String user = row.getString(7);
    String name = row.getString(8);
    return new ClaimedChannel(
        row.getLong(1),
        NotificationChannel.Kind.of(row.getString(2)),
        row.getString(3),
        () -> NotificationChannels.secret(cipher, user, name, stored),
        row.getInt(5),
        row.getLong(6));
  }

  /** Begins an attempt for some notifications of a channel: those that failed least come first. */
  public List<WaitingNotification> begin(ClaimedChannel channel, int max) {
    return sql.list(
        """
        with due as (
          select d.id from notification_delivery d join notification_channel c on c.id = d.channel
          where d.channel = ? and d.ended_millis is null and d.next_millis <= now_millis()
            and (c.confirmed_millis is not null or d.event = 'confirm')
          order by d.attempts, d.id limit ?),
        begun as (
          update notification_delivery set attempts = attempts + 1 where id in (select id from due)
          returning *)
        select id, event_id, event, bag, bag_name, at_millis, data, attempts from begun order by id
        """,
        row ->
            new WaitingNotification(
                row.getLong(1),
                row.getString(2),
                row.getString(3),
                Optional.ofNullable(row.getString(4)),
                Optional.ofNullable(row.getString(5)),
                row.getLong(6),
                row.getString(7),
                row.getInt(8)),
        channel.id(),
        max);
  }

  /** Records that notifications were delivered. A code is not kept. */
  public void delivered(List<WaitingNotification> notifications) {
    sql.update(
        """
        update notification_delivery
        set ended_millis = now_millis(), is_delivered = true, error = null,
          data = case when event = 'confirm' then '{}' else data end
        where id = any (?)
        """,
        (Object) ids(notifications));
  }

  /**
   * Records a failed attempt.
   *
   * @param pauseMillis until the next one
   * @param giveUpMillis how old a notification is that is not sent again
   */
  public void failed(
      List<WaitingNotification> notifications, String error, long pauseMillis, long giveUpMillis) {
    sql.update(
        """
        update notification_delivery
        set error = ?, next_millis = now_millis() + ?,
          ended_millis = case when at_millis <= now_millis() - ? then now_millis() end
        where id = any (?)
        """,
        error,
        pauseMillis,
        giveUpMillis,
        ids(notifications));
  }

  private static Long[] ids(List<WaitingNotification> notifications) {
    return notifications.stream().map(WaitingNotification::id).toArray(Long[]::new);
  }

  /**
   * Ends a claim, unless it has expired.
   *
   * @param pauseMillis until something is sent to the channel again
   * @param failures how many attempts in a row have failed
   */
  public void release(ClaimedChannel channel, long pauseMillis, int failures) {
    sql.update(
        """
        update notification_channel
        set claimed_until_millis = 0, retry_millis = now_millis() + ?, failures = ?
        where id = ? and claimed_until_millis = ?
        """,
        pauseMillis,
        failures,
        channel.id(),
        channel.claimedUntilMillis());
  }

  /** Deletes some that were delivered or given up before a time, and codes of that time. */
  public int deleteEnded(long untilMillis, int limit) {
    return sql.backgroundTransaction(
        session -> {
          session.update("delete from notification_code where at_millis < ?", untilMillis);
          return session.update(
              """
              delete from notification_delivery where id in (
                select id from notification_delivery where ended_millis < ?
                order by ended_millis limit ? for update skip locked)
              """,
              untilMillis,
              limit);
        });
  }
}

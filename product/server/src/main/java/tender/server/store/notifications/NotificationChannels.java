package tender.server.store.notifications;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import tender.bagfile.Digest;
import tender.core.model.Time;
import tender.server.model.NotificationChannel;
import tender.server.model.NotificationDelivery;
import tender.server.model.NotificationEvent;
import tender.server.model.UserId;
import tender.server.store.identity.SecretCipher;
import tender.server.store.sql.Session;
import tender.server.store.sql.Sql;

/** Where users want to be notified. */
public final class NotificationChannels {
  /** How long a code is valid, and how long it counts for the limits. */
  private static final long CODE_MILLIS = Time.DAY_MILLIS;

  private static final int MAX_WRONG_CODES = 5;

  private final Sql sql;
  private final Optional<SecretCipher> cipher;

  public NotificationChannels(Sql sql, Optional<SecretCipher> cipher) {
    this.sql = sql;
    this.cipher = cipher;
  }

  /** What came of an attempt to add a channel. */
  public enum Added {
    ADDED,
    NAME_IS_USED,
    TOO_MANY_CHANNELS,
    TOO_MANY_CODES
  }

  /** Limits of one user, and of codes to one address in a day. */
  public record Limits(int channels, int codesPerUser, int codesPerAddress) {}

  /** Adds a webhook, which is confirmed. */
  public Added addWebhook(
      UserId user,
      String name,
      String url,
      List<NotificationEvent> events,
      String secret,
      Limits limits) {
    return sql.transaction(
        session -> {
          Added refused = refusal(session, user, name, limits);
          if (refused == Added.ADDED) {
            session.update(
                """
                insert into notification_channel (user_id, name, kind, address, events, secret)
                values (?, ?, 'webhook', ?, ?, ?)
                """,
                user.value(),
                name,
                url,
                NotificationStatement.texts(events),
                stored(cipher, user.value(), name, secret));
          }
          return refused;
        });
  }

  /**
   * Adds an e-mail address, which is not confirmed, and sends it a code.
   *
   * @param eventId of the mail with the code
   */
  public Added addEmail(
      UserId user,
      String name,
      String address,
      List<NotificationEvent> events,
      String code,
      String eventId,
      Limits limits) {
    return sql.transaction(
        session -> {
          Added refused = refusal(session, user, name, limits);
          if (refused == Added.ADDED && hasTooManyCodes(session, user, address, limits)) {
            refused = Added.TOO_MANY_CODES;
          }
          if (refused == Added.ADDED) {
            insertEmail(session, user, name, address, events, code, eventId);
          }
          return refused;
        });
  }

  private static void insertEmail(
      Session session,
      UserId user,
      String name,
      String address,
      List<NotificationEvent> events,
      String code,
      String eventId)
      throws SQLException {
    session.update(
        """
        with added as (
          insert into notification_channel (user_id, name, kind, address, events, confirmed_millis,
            code_hash, code_expires_millis)
          values (?, ?, 'email', ?, ?, null, ?, now_millis() + ?)
          returning id, user_id, name, address),
        counted as (
          insert into notification_code (address, user_id) select address, user_id from added)
        insert into notification_delivery (channel, event_id, event, data)
        select id, ?, 'confirm', json_build_object('channel', name, 'user', user_id, 'code', ?::text)
        from added
        """,
        user.value(),
        name,
        address,
        NotificationStatement.texts(events),
        hash(code),
        CODE_MILLIS,
        eventId,
        code);
  }

  private static Added refusal(Session session, UserId user, String name, Limits limits)
      throws SQLException {
    // Concurrent requests of a user wait for each other, so that the limits hold.
    session.find(
        "select 1 from market_user where id = ? for update", row -> row.getInt(1), user.value());
    return session
        .find(
            "select count(*), count(*) filter (where name = ?) from notification_channel where user_id = ?",
            row ->
                row.getInt(2) > 0
                    ? Added.NAME_IS_USED
                    : row.getInt(1) >= limits.channels() ? Added.TOO_MANY_CHANNELS : Added.ADDED,
            name,
            user.value())
        .orElseThrow();
  }

  private static boolean hasTooManyCodes(
      Session session, UserId user, String address, Limits limits) throws SQLException {
    // Users who name the same address at the same time wait for each other.
    session.find(
        "select pg_advisory_xact_lock(hashtext('notification/' || lower(?)))", _ -> true, address);
    return session
        .find(
            """
            select
              (select count(*) from notification_code
                where lower(address) = lower(?) and at_millis > now_millis() - ?),
              (select count(*) from notification_code where user_id = ? and at_millis > now_millis() - ?)
            """,
            row ->
                row.getInt(1) >= limits.codesPerAddress() || row.getInt(2) >= limits.codesPerUser(),
            address,
            CODE_MILLIS,
            user.value(),
            CODE_MILLIS)
        .orElse(false);
  }

  /** The channels of a user, by name. */
  public List<NotificationChannel> list(UserId user) {
    return sql.list(
        """
        select name, kind, address, events, created_millis, confirmed_millis is not null,
          (select count(*) from notification_delivery d
            where d.channel = c.id and d.ended_millis is null),
          (select max(ended_millis) from notification_delivery d
            where d.channel = c.id and d.is_delivered),
          (select error from notification_delivery d
            where d.channel = c.id and d.attempts > 0 order by d.id desc limit 1)
        from notification_channel c where user_id = ? order by name
        """,
        NotificationChannels::channel,
        user.value());
  }

  private static NotificationChannel channel(ResultSet row) throws SQLException {
    return new NotificationChannel(
        row.getString(1),
        NotificationChannel.Kind.of(row.getString(2)),
        row.getString(3),
        // An event of a later version is not shown.
        Stream.of((String[]) row.getArray(4).getArray())
            .flatMap(event -> NotificationEvent.of(event).stream())
            .toList(),
        row.getLong(5),
        row.getBoolean(6),
        row.getInt(7),
        optional(row, 8),
        Optional.ofNullable(row.getString(9)));
  }

  /** The latest deliveries of a channel; empty if the user has no such channel. */
  public Optional<List<NotificationDelivery>> deliveries(UserId user, String name, int limit) {
    return id(user, name)
        .map(
            id ->
                sql.list(
                    """
                    select event_id, event, bag, at_millis, attempts, ended_millis, is_delivered, error
                    from notification_delivery where channel = ? order by id desc limit ?
                    """,
                    row ->
                        new NotificationDelivery(
                            row.getString(1),
                            row.getString(2),
                            Optional.ofNullable(row.getString(3)),
                            row.getLong(4),
                            row.getInt(5),
                            optional(row, 6),
                            row.getBoolean(7),
                            Optional.ofNullable(row.getString(8))),
                    id,
                    limit));
  }

  private Optional<Long> id(UserId user, String name) {
    return sql.find(
        "select id from notification_channel where user_id = ? and name = ?",
        row -> row.getLong(1),
        user.value(),
        name);
  }

  /** Deletes a channel, with what waits for it; returns whether the user had it. */
  public boolean delete(UserId user, String name) {
    return sql.update(
            "delete from notification_channel where user_id = ? and name = ?", user.value(), name)
        > 0;
  }

  /** Confirms an address; returns whether the code is right, and not used up or expired. */
  public boolean confirm(UserId user, String name, String code) {
    byte[] hash = hash(code);
    return sql.find(
            """
            update notification_channel set
              confirmed_millis = case when code_hash = ? then now_millis() end,
              wrong_codes = wrong_codes + case when code_hash = ? then 0 else 1 end
            where user_id = ? and name = ? and confirmed_millis is null
              and wrong_codes < ? and code_expires_millis > now_millis()
            returning confirmed_millis is not null
            """,
            row -> row.getBoolean(1),
            hash,
            hash,
            user.value(),
            name,
            MAX_WRONG_CODES)
        .orElse(false);
  }

  /**
   * Sends a test notification.
   *
   * @return false if the channel is not confirmed, or a test waits or was sent within this time
   */
  public boolean test(UserId user, String name, String eventId, long pauseMillis) {
    return sql.update(
            """
            insert into notification_delivery (channel, event_id, event, data)
            select id, ?, 'test', json_build_object('channel', name) from notification_channel c
            where user_id = ? and name = ? and confirmed_millis is not null
              and not exists (
                select from notification_delivery d
                where d.channel = c.id and event = 'test'
                  and (d.ended_millis is null or d.at_millis > now_millis() - ?))
            """,
            eventId,
            user.value(),
            name,
            pauseMillis)
        > 0;
  }

  private record StoredSecret(long id, String user, String name, String secret) {}

  /**
   * Encrypts the secrets of all webhooks with another key, all or nothing; returns how many. It may
   * be repeated: those that have this key already are left alone.
   */
  public int changeKey(SecretCipher next) {
    return sql.transaction(
        session -> {
          List<StoredSecret> all =
              session.list(
                  """
                  select id, user_id, name, secret from notification_channel
                  where secret is not null order by id for update
                  """,
                  row ->
                      new StoredSecret(
                          row.getLong(1), row.getString(2), row.getString(3), row.getString(4)));
          int changed = 0;
          for (StoredSecret one : all) {
            String name = secretName(one.user(), one.name());
            if (!next.isKeyOf(name, one.secret())) {
              String plain = secret(cipher, one.user(), one.name(), one.secret());
              changed +=
                  session.update(
                      "update notification_channel set secret = ? where id = ?",
                      next.encrypt(name, plain),
                      one.id());
            }
          }
          return changed;
        });
  }

  private static String stored(
      Optional<SecretCipher> cipher, String user, String name, String secret) {
    return cipher.map(one -> one.encrypt(secretName(user, name), secret)).orElse(secret);
  }

  /** The secret of a webhook from its stored form. */
  static String secret(Optional<SecretCipher> cipher, String user, String name, String stored) {
    if (!SecretCipher.isEncrypted(stored)) {
      return stored;
    }
    return cipher
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "The secret of a webhook is encrypted. Set 'encryption_key_file' to the file with its key."))
        .decrypt(secretName(user, name), stored);
  }

  private static byte[] hash(String code) {
    return Digest.sha256().digest(code.getBytes(StandardCharsets.UTF_8));
  }

  private static String secretName(String user, String name) {
    return "webhook/" + user + "/" + name;
  }

  private static OptionalLong optional(ResultSet row, int column) throws SQLException {
    long value = row.getLong(column);
    return row.wasNull() ? OptionalLong.empty() : OptionalLong.of(value);
  }
}

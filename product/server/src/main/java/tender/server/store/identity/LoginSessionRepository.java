package tender.server.store.identity;

import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tender.core.model.Time;
import tender.server.model.SessionKind;
import tender.server.model.UserId;
import tender.server.store.sql.Sql;

/**
 * The sessions of people who have logged in at an identity provider. Of their tokens only hashes
 * are stored; the identity provider's tokens are encrypted by the caller.
 */
public final class LoginSessionRepository {
  /** Distinguishes these tokens from access tokens. */
  private static final String PREFIX = "session_";

  /** How exactly it is known when a session was last used: each request would else be a write. */
  public static final long USE_MILLIS = 10 * Time.SECOND_MILLIS;

  /** Of a user. Of more, the oldest are deleted. */
  private static final int MAX_SESSIONS = 50;

  private static final String VALID =
      """
      expires_millis > now_millis() and used_millis > now_millis() - case kind
        when 'browser' then %d else %d end
      """
          .formatted(SessionKind.BROWSER.idle().toMillis(), SessionKind.COMMAND.idle().toMillis());

  private static final String CLAIM =
      """
      update login_session set retry_millis = now_millis() + ?
      from login_identity
      where login_identity.user_id = login_session.user_id and token_hash in (%s)
      returning encode(token_hash, 'hex'), login_session.user_id, issuer, subject, now_millis(), retry_millis,
        refresh_token, id_token
      """;

  private final Sql sql;

  public LoginSessionRepository(Sql sql) {
    this.sql = sql;
  }

  /** Whether a token is of a session, and not an access token. It need not be valid. */
  public static boolean isSessionToken(String token) {
    return token.startsWith(PREFIX);
  }

  /** A new token, which is not stored. */
  public static String newToken() {
    return PREFIX + Token.random();
  }

  /** The hash of a token, in hexadecimal. */
  public static String hash(String token) {
    return HexFormat.of().formatHex(Token.hash(token));
  }

  /**
   * Creates a session.
   *
   * @return when it expires; empty if the operator has revoked the user
   */
  public Optional<Long> create(
      String hash, UserId user, SessionKind kind, String refreshToken, String idToken) {
    return sql.transaction(
        session -> {
          // A revocation at the same time waits for this, or is seen here.
          session.find(
              "select 1 from login_identity where user_id = ? for update",
              row -> row.getInt(1),
              user.value());
          session.update(
              """
              delete from login_session where token_hash in (
                select token_hash from login_session where user_id = ?
                order by created_millis desc, token_hash offset ?)
              """,
              user.value(),
              MAX_SESSIONS - 1);
          return session.find(
              """
              insert into login_session
                (token_hash, user_id, kind, expires_millis, refresh_token, id_token)
              select decode(?, 'hex'), user_id, ?, now_millis() + ?, ?, ?
              from login_identity where user_id = ? and revoked_millis is null
              returning expires_millis
              """,
              row -> row.getLong(1),
              hash,
              kind.text(),
              kind.validity().toMillis(),
              refreshToken,
              idToken,
              user.value());
        });
  }

  /** A session, unless it has expired or ended. */
  public Optional<LoginSession> find(String token) {
    return sql.find(
        """
        select user_id, expires_millis, now_millis() - confirmed_millis, is_unreachable,
          now_millis() - used_millis, (select role from market_user where id = user_id)
        from login_session where token_hash = ? and
        """
            + VALID,
        row ->
            new LoginSession(
                new UserId(row.getString(1)),
                StoredRole.of(row.getString(6)),
                row.getLong(2),
                row.getLong(3),
                row.getBoolean(4),
                row.getLong(5)),
        Token.hash(token));
  }

  /** Records that sessions are used, so that they stay confirmed. */
  public void recordUse(Collection<String> tokens) {
    sql.update(
        """
        update login_session set used_millis = now_millis()
        where token_hash = any(?) and used_millis < now_millis() - ? and
        """
            + VALID,
        tokens.stream().map(Token::hash).toArray(byte[][]::new),
        USE_MILLIS);
  }

  /**
   * The users that have these tokens, by token.
   *
   * @param maxAgeMillis how long ago the identity provider must have confirmed a session
   * @param maxOutageMillis the same while the identity provider cannot be reached
   */
  public Map<String, UserId> findUsers(
      Collection<String> tokens, long maxAgeMillis, long maxOutageMillis) {
    Map<ByteBuffer, String> byHash = new HashMap<>();
    tokens.forEach(token -> byHash.put(ByteBuffer.wrap(Token.hash(token)), token));
    Map<String, UserId> users = new HashMap<>();
    sql.list(
        """
        select token_hash, user_id from login_session
        where token_hash = any(?)
          and confirmed_millis > now_millis() - case when is_unreachable then ? else ? end and
        """
            + VALID,
        row -> {
          String token = byHash.get(ByteBuffer.wrap(row.getBytes(1)));
          return users.put(token, new UserId(row.getString(2)));
        },
        byHash.keySet().stream().map(ByteBuffer::array).toArray(byte[][]::new),
        maxOutageMillis,
        maxAgeMillis);
    return users;
  }

  /** Claims a session, unless another server has claimed it. */
  public Optional<ClaimedSession> claim(String token, long leaseMillis) {
    return sql.find(
        CLAIM.formatted(
            """
            select token_hash from login_session
            where token_hash = ? and retry_millis <= now_millis() for update skip locked
            """),
        LoginSessionRepository::claimed,
        leaseMillis,
        Token.hash(token));
  }

  /** Claims sessions in use that were not confirmed for some time. */
  public List<ClaimedSession> claimUsed(
      long usedWithinMillis, long minAgeMillis, long leaseMillis, int max) {
    return sql.list(
        CLAIM.formatted(
            """
            select token_hash from login_session
            where used_millis > now_millis() - ? and confirmed_millis < now_millis() - ?
              and retry_millis <= now_millis() and expires_millis > now_millis()
            order by confirmed_millis limit ? for update skip locked
            """),
        LoginSessionRepository::claimed,
        leaseMillis,
        usedWithinMillis,
        minAgeMillis,
        max);
  }

  private static ClaimedSession claimed(ResultSet row) throws SQLException {
    return new ClaimedSession(
        row.getString(1),
        new UserId(row.getString(2)),
        row.getString(3),
        row.getString(4),
        row.getLong(5),
        row.getLong(6),
        row.getString(7),
        row.getString(8));
  }

  /** Records that the identity provider has confirmed a session, unless the claim has expired. */
  public void confirm(ClaimedSession claim, String refreshToken, String idToken) {
    sql.update(
        """
        update login_session
        set confirmed_millis = ?, retry_millis = 0, is_unreachable = false, refresh_token = ?,
          id_token = ?
        where token_hash = decode(?, 'hex') and retry_millis = ?
        """,
        claim.claimedMillis(),
        refreshToken,
        idToken,
        claim.hash(),
        claim.leaseMillis());
  }

  /** Records that the identity provider could not be reached. */
  public void postpone(ClaimedSession claim, long pauseMillis) {
    sql.update(
        """
        update login_session set is_unreachable = true, retry_millis = now_millis() + ?
        where token_hash = decode(?, 'hex') and retry_millis = ?
        """,
        pauseMillis,
        claim.hash(),
        claim.leaseMillis());
  }

  /** The encrypted tokens of a session that ends. */
  public record EndedSession(UserId user, SessionKind kind, String refreshToken, String idToken) {}

  /** Ends a session; empty if there is none. */
  public Optional<EndedSession> end(String hash) {
    return sql.find(
        """
        delete from login_session where token_hash = decode(?, 'hex')
        returning user_id, kind, refresh_token, id_token
        """,
        row ->
            new EndedSession(
                new UserId(row.getString(1)),
                row.getString(2).equals(SessionKind.BROWSER.text())
                    ? SessionKind.BROWSER
                    : SessionKind.COMMAND,
                row.getString(3),
                row.getString(4)),
        hash);
  }

  /** Deletes sessions that have expired. */
  public void deleteExpired() {
    sql.update("delete from login_session where not (" + VALID + ")");
  }
}

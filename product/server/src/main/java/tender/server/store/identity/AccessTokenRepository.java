package tender.server.store.identity;

import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import tender.core.model.Time;
import tender.server.model.Access;
import tender.server.model.AccessScope;
import tender.server.model.AccessToken;
import tender.server.model.UserId;
import tender.server.store.sql.Sql;

/**
 * The tokens of users: one that the operator creates, and those that the user creates with it. Only
 * hashes are stored.
 */
public final class AccessTokenRepository {
  /** How exactly it is known when a token was last used: each request would else be a write. */
  private static final long USE_MILLIS = 10 * Time.MINUTE_MILLIS;

  /** All valid tokens. */
  private static final String VALID =
      """
      (select token_hash, id as user_id, 'admin' as scope, null::bigint as expires_millis, used_millis,
        role
        from market_user where token_hash is not null
      union all
      select access_token.token_hash, user_id, scope, expires_millis, access_token.used_millis,
        role
        from access_token join market_user on market_user.id = user_id
        where market_user.token_hash is not null
          and (expires_millis is null or expires_millis > now_millis())) as valid
      """;

  private final Sql sql;

  public AccessTokenRepository(Sql sql) {
    this.sql = sql;
  }

  private record UsedToken(Access access, boolean isRecorded) {}

  /** What a token allows, and whose it is; empty if it is not valid. */
  public Optional<Access> find(String token) {
    byte[] hash = Token.hash(token);
    Optional<UsedToken> found =
        sql.find(
            """
            select user_id, scope, expires_millis, role, coalesce(used_millis > now_millis() - ?, false)
            from
            """
                + VALID
                + " where token_hash = ?",
            row -> new UsedToken(access(row), row.getBoolean(5)),
            USE_MILLIS,
            hash);
    if (found.isPresent() && !found.get().isRecorded()) {
      recordUse(hash);
    }
    return found.map(UsedToken::access);
  }

  private static Access access(ResultSet row) throws SQLException {
    return Access.ofToken(
        new UserId(row.getString(1)),
        scope(row.getString(2)),
        StoredRole.of(row.getString(4)),
        optional(row, 3));
  }

  private void recordUse(byte[] hash) {
    sql.update(
        """
        with used as (update market_user set used_millis = now_millis() where token_hash = ?)
        update access_token set used_millis = now_millis() where token_hash = ?
        """,
        hash,
        hash);
  }

  /** The users that have these tokens, by token. */
  public Map<String, UserId> findUsers(Collection<String> tokens) {
    Map<ByteBuffer, String> byHash = new HashMap<>();
    tokens.forEach(token -> byHash.put(ByteBuffer.wrap(Token.hash(token)), token));
    Map<String, UserId> users = new HashMap<>();
    sql.list(
        "select token_hash, user_id from " + VALID + " where token_hash = any(?)",
        row -> {
          String token = byHash.get(ByteBuffer.wrap(row.getBytes(1)));
          return users.put(token, new UserId(row.getString(2)));
        },
        (Object) byHash.keySet().stream().map(ByteBuffer::array).toArray(byte[][]::new));
    return users;
  }

  /**
   * Creates a token, and deletes the expired ones of the user.
   *
   * @param max how many a user may have
   * @return the token, which cannot be read again; empty if the user has one of this name or as
   *     many as are possible
   */
  public Optional<String> create(
      UserId user, String name, AccessScope scope, OptionalLong expiresMillis, int max) {
    String token = Token.random();
    int added =
        sql.transaction(
            session -> {
              // Concurrent requests of a user wait for each other, so that the limit holds.
              session.find(
                  "select 1 from market_user where id = ? for update",
                  row -> row.getInt(1),
                  user.value());
              session.update(
                  "delete from access_token where user_id = ? and expires_millis <= now_millis()",
                  user.value());
              return session.update(
                  """
                  insert into access_token (token_hash, user_id, name, scope, expires_millis)
                  select ?, id, ?, ?, ? from market_user where id = ? and token_hash is not null
                    and (select count(*) from access_token where user_id = id) < ?
                  on conflict (user_id, name) do nothing
                  """,
                  Token.hash(token),
                  name,
                  scope.text(),
                  expiresMillis.isPresent() ? expiresMillis.getAsLong() : null,
                  user.value(),
                  max);
            });
    return added == 0 ? Optional.empty() : Optional.of(token);
  }

  /** The valid tokens of a user; first that of the operator, then the others by name. */
  public List<AccessToken> list(UserId user) {
    return sql.list(
        """
        select null as name, 'admin', null::bigint, null::bigint, used_millis
        from market_user where id = ? and token_hash is not null
        union all
        select name, scope, created_millis, expires_millis, used_millis
        from access_token
        where user_id = ? and (expires_millis is null or expires_millis > now_millis())
        order by name nulls first
        """,
        row ->
            new AccessToken(
                Optional.ofNullable(row.getString(1)),
                scope(row.getString(2)),
                optional(row, 3),
                optional(row, 4),
                optional(row, 5)),
        user.value(),
        user.value());
  }

  /** Revokes a token of a user; returns whether there was one with this name. */
  public boolean revoke(UserId user, String name) {
    return sql.update("delete from access_token where user_id = ? and name = ?", user.value(), name)
        > 0;
  }

  private static OptionalLong optional(ResultSet row, int column) throws SQLException {
    long value = row.getLong(column);
    return row.wasNull() ? OptionalLong.empty() : OptionalLong.of(value);
  }

  private static AccessScope scope(String stored) {
    return AccessScope.of(stored)
        .orElseThrow(() -> new IllegalStateException("The database has the scope " + stored + "."));
  }
}

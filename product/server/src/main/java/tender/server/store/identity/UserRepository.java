package tender.server.store.identity;

import java.util.Optional;
import tender.server.model.UserId;
import tender.server.store.sql.Sql;

/** Users and their tokens. */
public final class UserRepository {
  private final Sql sql;

  public UserRepository(Sql sql) {
    this.sql = sql;
  }

  /**
   * Creates a user with a token. The token cannot be read again.
   *
   * @return empty if the user already has a token; revoke it first
   */
  public Optional<String> create(UserId user) {
    String token = Token.random();
    int given =
        sql.update(
            """
            insert into market_user as u (id, token_hash) values (?, ?)
            on conflict (id) do update set token_hash = excluded.token_hash
            where u.token_hash is null
            """,
            user.value(),
            Token.hash(token));
    return given == 0 ? Optional.empty() : Optional.of(token);
  }

  /** The user that has this token. */
  public Optional<UserId> findByToken(String token) {
    return sql.find(
        "select id from market_user where token_hash = ?",
        row -> new UserId(row.getString(1)),
        Token.hash(token));
  }

  /** Revokes a user's token; returns whether the user had one. */
  public boolean revoke(UserId user) {
    return sql.update(
            "update market_user set token_hash = null where id = ? and token_hash is not null",
            user.value())
        > 0;
  }
}

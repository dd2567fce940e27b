package tender.server.store.identity;

import tender.server.store.sql.Sql;
import java.util.Optional;
import tender.server.model.UserId;

/** Who may hand in bags, and by which token they are known. */
public final class UserRepository {
  private final Sql sql;

  public UserRepository(Sql sql) {
    this.sql = sql;
  }

  /**
   * Gives a person a token, which cannot be seen again.
   *
   * @return nothing, if the person has a token already; it can be revoked first
   */
  public Optional<String> create(UserId person) {
    String token = Token.random();
    int given =
        sql.update(
            """
            insert into person as p (id, token_hash) values (?, ?)
            on conflict (id) do update set token_hash = excluded.token_hash
            where p.token_hash is null
            """,
            person.value(),
            Token.hash(token));
    return given == 0 ? Optional.empty() : Optional.of(token);
  }

  /** Whose token this is. */
  public Optional<UserId> findByToken(String token) {
    return sql.find(
        "select id from person where token_hash = ?",
        row -> new UserId(row.getString(1)),
        Token.hash(token));
  }

  /** Nobody is known by the person's token any more; whether somebody was. */
  public boolean revoke(UserId person) {
    return sql.update(
            "update person set token_hash = null where id = ? and token_hash is not null",
            person.value())
        > 0;
  }
}

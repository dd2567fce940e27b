package tender.server.store.identity;

import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tender.core.model.Money;
import tender.server.model.UserId;
import tender.server.store.sql.Session;
import tender.server.store.sql.Sql;

/** Which person of an identity provider each user is. */
public final class LoginIdentityRepository {
  private final Sql sql;

  public LoginIdentityRepository(Sql sql) {
    this.sql = sql;
  }

  /** The result of a person's login. */
  public enum Access {
    /** The person is this user. */
    ALLOWED,
    /** The operator has revoked the user. */
    REVOKED,
    /** The name belongs to a local user, or to another person. */
    NAME_TAKEN
  }

  /** The user that a person is or would be. */
  public record KnownIdentity(UserId user, Access access) {}

  /** The user that a person already is. */
  public Optional<KnownIdentity> find(String issuer, String subject) {
    return sql.run(session -> find(session, issuer, subject));
  }

  private static Optional<KnownIdentity> find(Session session, String issuer, String subject)
      throws SQLException {
    return session.find(
        "select user_id, revoked_millis is null from login_identity where issuer = ? and subject = ?",
        row ->
            new KnownIdentity(
                new UserId(row.getString(1)), row.getBoolean(2) ? Access.ALLOWED : Access.REVOKED),
        issuer,
        subject);
  }

  /**
   * Makes a person a new user. If the same person logs in twice at the same time, both are this
   * user.
   *
   * @param creditLimit of the user; empty for the default
   */
  public KnownIdentity register(
      String issuer, String subject, UserId user, Optional<Money> creditLimit) {
    return sql.transaction(
        session -> {
          int added =
              session.update(
                  "insert into market_user (id) values (?) on conflict do nothing", user.value());
          if (added == 0) {
            return find(session, issuer, subject)
                .orElseGet(() -> new KnownIdentity(user, Access.NAME_TAKEN));
          }
          session.update(
              "insert into login_identity (issuer, subject, user_id) values (?, ?, ?)",
              issuer,
              subject,
              user.value());
          @Nullable Long limit = creditLimit.map(Money::millicredits).orElse(null);
          if (limit != null) {
            session.update(
                "update account set credit_limit = ? where id = 'user:' || ?", limit, user.value());
          }
          return new KnownIdentity(user, Access.ALLOWED);
        });
  }
}

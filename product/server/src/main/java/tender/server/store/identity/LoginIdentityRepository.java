package tender.server.store.identity;

import java.sql.SQLException;
import java.util.List;
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

  /** Records the groups of a user at the identity provider. */
  public void setGroups(UserId user, List<String> groups) {
    sql.update(
        "update login_identity set groups = ? where user_id = ? and groups <> ?",
        groups.toArray(String[]::new),
        user.value(),
        groups.toArray(String[]::new));
  }

  /**
   * The groups that a user had at the identity provider at the last login or confirmation of a
   * session; none for a local user.
   */
  public List<String> groups(UserId user) {
    return sql.find(
            "select groups from login_identity where user_id = ?",
            row -> List.of((String[]) row.getArray(1).getArray()),
            user.value())
        .orElse(List.of());
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

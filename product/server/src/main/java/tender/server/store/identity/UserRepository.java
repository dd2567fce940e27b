package tender.server.store.identity;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tender.core.model.Money;
import tender.core.model.OrganisationId;
import tender.server.model.OwnQuotas;
import tender.server.model.Role;
import tender.server.model.UserId;
import tender.server.store.sql.Sql;

/** Users, each with the token that the operator creates, or with logins of an identity provider. */
public final class UserRepository {
  private static final String OPERATORS =
      """
      market_user u where role = 'operator' and (token_hash is not null or exists (
        select from login_identity where user_id = u.id and revoked_millis is null))
      """;

  private final Sql sql;

  public UserRepository(Sql sql) {
    this.sql = sql;
  }

  /**
   * Creates a user with a token. The token cannot be read again.
   *
   * @return empty if the user already has a token, which must be revoked first, or logs in at an
   *     identity provider, whose decisions a token would outlive
   */
  public Optional<String> create(UserId user) {
    String token = Token.random();
    int given =
        sql.transaction(
            session -> {
              int changed =
                  session.update(
                      """
                      insert into market_user as u (id, token_hash) values (?, ?)
                      on conflict (id) do update
                      set token_hash = excluded.token_hash, used_millis = null
                      where u.token_hash is null
                        and not exists (select from login_identity where user_id = u.id)
                      """,
                      user.value(),
                      Token.hash(token));
              if (changed > 0) {
                // An earlier version revoked users without these.
                session.update("delete from access_token where user_id = ?", user.value());
              }
              return changed;
            });
    return given == 0 ? Optional.empty() : Optional.of(token);
  }

  /** All users, ordered by id. */
  public List<RegisteredUser> list() {
    return sql.list(
        """
        select market_user.id,
          token_hash is not null or exists (
            select from login_identity
            where login_identity.user_id = market_user.id and revoked_millis is null),
          coalesce(balance, 0), count(bag),
          coalesce(max(created_millis), -1), organisations, role, quota_open_bags,
          quota_open_tasks, quota_stored_bytes, quota_requests_per_second, quota_event_streams
        from market_user
          left join account on account.id = 'user:' || market_user.id
          left join submission on user_id = market_user.id
        group by market_user.id, balance order by market_user.id
        """,
        row ->
            new RegisteredUser(
                new UserId(row.getString(1)),
                row.getBoolean(2),
                new Money(row.getLong(3)),
                row.getLong(4),
                row.getLong(5) < 0 ? OptionalLong.empty() : OptionalLong.of(row.getLong(5)),
                organisations(row, 6),
                StoredRole.of(row.getString(7)),
                quotas(row, 8)));
  }

  /** The quotas of the users who have other ones than the market's. */
  public Map<UserId, OwnQuotas> ownQuotas() {
    Map<UserId, OwnQuotas> quotas = new HashMap<>();
    sql.list(
            """
            select id, quota_open_bags, quota_open_tasks, quota_stored_bytes, quota_requests_per_second,
              quota_event_streams
            from market_user
            where num_nonnulls(quota_open_bags, quota_open_tasks, quota_stored_bytes,
              quota_requests_per_second, quota_event_streams) > 0
            """,
            row -> Map.entry(new UserId(row.getString(1)), quotas(row, 2)))
        .forEach(user -> quotas.put(user.getKey(), user.getValue()));
    return quotas;
  }

  /** Reads the quotas from five columns. */
  private static OwnQuotas quotas(ResultSet row, int first) throws SQLException {
    return new OwnQuotas(
        optionalInt(row.getObject(first, Integer.class)),
        optionalLong(row.getObject(first + 1, Long.class)),
        optionalLong(row.getObject(first + 2, Long.class)),
        optionalInt(row.getObject(first + 3, Integer.class)),
        optionalInt(row.getObject(first + 4, Integer.class)));
  }

  private static OptionalInt optionalInt(@Nullable Integer value) {
    return value == null ? OptionalInt.empty() : OptionalInt.of(value);
  }

  private static OptionalLong optionalLong(@Nullable Long value) {
    return value == null ? OptionalLong.empty() : OptionalLong.of(value);
  }

  /** Replaces the quotas of a user; returns whether the user exists. */
  public boolean setQuotas(UserId user, OwnQuotas quotas) {
    return sql.update(
            """
            update market_user set quota_open_bags = ?, quota_open_tasks = ?, quota_stored_bytes = ?,
              quota_requests_per_second = ?, quota_event_streams = ?
            where id = ?
            """,
            new @Nullable Object[] {
              orNull(quotas.openBags()),
              orNull(quotas.openTasks()),
              orNull(quotas.storedBytes()),
              orNull(quotas.requestsPerSecond()),
              orNull(quotas.eventStreams()),
              user.value()
            })
        > 0;
  }

  private static @Nullable Integer orNull(OptionalInt value) {
    return value.isPresent() ? value.getAsInt() : null;
  }

  private static @Nullable Long orNull(OptionalLong value) {
    return value.isPresent() ? value.getAsLong() : null;
  }

  /**
   * What is needed of a user who submits a bag.
   *
   * @param maxOpenBags no more open bags are counted
   */
  public Submitter submitter(UserId user, int maxOpenBags) {
    return sql.find(
            """
            select organisations, bags, tasks
            from market_user u cross join lateral (
              select count(*) as bags, coalesce(sum(submitted_tasks), 0)::bigint as tasks from (
                select submitted_tasks from bag
                where submitter = u.id and ended_millis is null limit ?) open) own
            where id = ?
            """,
            row -> new Submitter(organisations(row, 1), row.getInt(2), row.getLong(3)),
            maxOpenBags,
            user.value())
        .orElse(new Submitter(List.of(), 0, 0));
  }

  /** Sets the organisations of a user; returns whether the user exists. */
  public boolean setOrganisations(UserId user, List<OrganisationId> organisations) {
    return sql.update(
            "update market_user set organisations = ? where id = ?",
            texts(organisations),
            user.value())
        > 0;
  }

  /** Sets what a user may do in the whole market; returns whether the user exists. */
  public boolean setRole(UserId user, Role role) {
    return sql.update("update market_user set role = ? where id = ?", role.text(), user.value())
        > 0;
  }

  /**
   * Replaces all tokens of a user with a new one, which cannot be read again; empty if there is no
   * such user, or it logs in at an identity provider.
   */
  public Optional<String> replaceTokens(UserId user) {
    String token = Token.random();
    return sql.transaction(
        session -> {
          int changed =
              session.update(
                  """
                  update market_user u set token_hash = ?, used_millis = null
                  where id = ? and not exists (select from login_identity where user_id = u.id)
                  """,
                  Token.hash(token),
                  user.value());
          if (changed == 0) {
            return Optional.empty();
          }
          session.update("delete from access_token where user_id = ?", user.value());
          return Optional.of(token);
        });
  }

  /** Whether the market has an operator who has access. */
  public boolean hasOperator() {
    return sql.find("select count(*) from " + OPERATORS, row -> row.getLong(1) > 0).orElseThrow();
  }

  /** Whether a user is the only operator who has access. */
  public boolean isOnlyOperator(UserId user) {
    return sql.find(
            "select count(*) filter (where id = ?) = 1 and count(*) = 1 from " + OPERATORS,
            row -> row.getBoolean(1),
            user.value())
        .orElseThrow();
  }

  static String[] texts(List<OrganisationId> organisations) {
    return organisations.stream()
        .map(OrganisationId::value)
        .distinct()
        .sorted()
        .toArray(String[]::new);
  }

  static List<OrganisationId> organisations(ResultSet row, int column) throws SQLException {
    return Stream.of((String[]) row.getArray(column).getArray()).map(OrganisationId::new).toList();
  }

  /**
   * Revokes all tokens of a user, ends the login sessions, and refuses logins from now on; returns
   * whether the user had access. The user loses the role too, so that a later token does not give
   * it back.
   */
  public boolean revoke(UserId user) {
    return sql.transaction(
        session -> {
          session.update("update market_user set role = 'user' where id = ?", user.value());
          session.update("delete from access_token where user_id = ?", user.value());
          session.update("delete from notification_channel where user_id = ?", user.value());
          // Before the sessions: a login that is being completed waits for this row.
          int identities =
              session.update(
                  """
                  update login_identity set revoked_millis = now_millis()
                  where user_id = ? and revoked_millis is null
                  """,
                  user.value());
          session.update("delete from login_session where user_id = ?", user.value());
          int tokens =
              session.update(
                  "update market_user set token_hash = null where id = ? and token_hash is not"
                      + " null",
                  user.value());
          return identities + tokens > 0;
        });
  }
}

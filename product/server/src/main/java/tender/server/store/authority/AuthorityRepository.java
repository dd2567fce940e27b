package tender.server.store.authority;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import tender.core.model.ProviderId;
import tender.server.store.identity.AgentConnectionRepository;
import tender.server.store.identity.SecretStore;
import tender.server.store.sql.Session;
import tender.server.store.sql.Sql;

/**
 * The market's certificate authorities. An authority is replaced in steps, each of which may be
 * repeated: the next one is stored beside the current one; when all servers accept its
 * certificates, agents get these; when no valid certificate and no token of the current one is
 * left, the next one takes its place.
 */
public final class AuthorityRepository {
  private static final String CURRENT = "authority";
  private static final String NEXT = "authority-next";

  /** What servers record: that they accept the next authority, and that they issue from it. */
  private static final String ACCEPTS = "accepts ";

  private static final String ISSUES = "issues ";

  /** Certificates that an agent could still use, and that are not from the next authority. */
  private static final String WAITING =
      """
      agent_certificate c join provider p on p.id = c.provider
      where c.retired_millis is null and c.expires_millis > now_millis() and p.revoked_millis is null
        and c.authority is distinct from ?
      """;

  private final Sql sql;
  private final SecretStore secrets;

  public AuthorityRepository(Sql sql, SecretStore secrets) {
    this.sql = sql;
    this.secrets = secrets;
  }

  /** The authorities; the first caller creates the market's first one. */
  public StoredAuthorities getOrCreate(Supplier<String> make) {
    // Also encrypts the first one if the key was given only now.
    var _ = secrets.getOrCreate(CURRENT, make);
    return find().orElseThrow();
  }

  /** The authorities; empty if the market has none yet. */
  public Optional<StoredAuthorities> find() {
    // In one statement, because another server may end the rotation meanwhile.
    return sql.find(
        """
        select c.content, n.content, r.moving_millis is not null
        from secret c
        left join authority_rotation r on true
        left join secret n on n.name = ? and r.is_running
        where c.name = ?
        """,
        row ->
            new StoredAuthorities(
                secrets.decrypt(CURRENT, row.getString(1)),
                Optional.ofNullable(row.getString(2))
                    .map(content -> secrets.decrypt(NEXT, content)),
                row.getBoolean(3)),
        NEXT,
        CURRENT);
  }

  /** Begins to replace the current authority; false if it is being replaced already. */
  public boolean begin(String next, String fingerprint) {
    return sql.transaction(
        session -> {
          int begun =
              session.update(
                  "insert into authority_rotation (next_fingerprint) values (?) on conflict do nothing",
                  fingerprint);
          if (begun > 0) {
            session.update(
                "insert into secret (name, content) values (?, ?)",
                NEXT,
                secrets.stored(NEXT, next));
          }
          return begun > 0;
        });
  }

  /**
   * Records what a server has done, and lets agents move when all servers that are alive accept the
   * next authority.
   *
   * @param next the fingerprint of the authority that the server accepts; empty if there is none
   * @param issues whether it issues certificates from it
   */
  public void report(String replica, Optional<String> next, boolean issues) {
    String step = next.map(one -> (issues ? ISSUES : ACCEPTS) + one).orElse(null);
    sql.update(
        "update replica set authority_step = ? where id = ? and authority_step is distinct from ?",
        step,
        replica,
        step);
    if (next.isPresent() && !issues) {
      sql.update(
          """
          update authority_rotation set moving_millis = now_millis()
          where next_fingerprint = ? and moving_millis is null and not exists (
            select from replica where heartbeat_millis > now_millis() - ?
              and authority_step is distinct from ?)
          """,
          next.get(),
          AgentConnectionRepository.FRESH_MILLIS,
          ACCEPTS + next.get());
    }
  }

  /**
   * Lets the next authority take the place of the current one, whose key is deleted.
   *
   * @param forced also if agents or tokens still depend on the current one; these agents must be
   *     enrolled again
   * @return false if agents cannot move to it yet, if they still depend on the current one, or if
   *     there is no rotation
   */
  public boolean finish(boolean forced) {
    return sql.transaction(session -> finish(session, forced));
  }

  private boolean finish(Session session, boolean forced) throws SQLException {
    Optional<String> next =
        session.find(
            """
            select next_fingerprint from authority_rotation
            where moving_millis is not null and not exists (
              select from replica where heartbeat_millis > now_millis() - ?
                and authority_step is distinct from 'issues ' || next_fingerprint)
            for update
            """,
            row -> row.getString(1),
            AgentConnectionRepository.FRESH_MILLIS);
    if (next.isEmpty()
        || (!forced && (waiting(session, next.get()) > 0 || openTokens(session) > 0))) {
      return false;
    }
    // In the order in which a change of the encryption key locks them.
    session.find("select 1 from secret where name = ? for update", row -> row.getInt(1), CURRENT);
    String content =
        session
            .find(
                "delete from secret where name = ? returning content",
                row -> row.getString(1),
                NEXT)
            .orElseThrow();
    session.update(
        "update secret set content = ? where name = ?",
        secrets.stored(CURRENT, secrets.decrypt(NEXT, content)),
        CURRENT);
    session.update(
        """
        update agent_certificate
        set retired_millis = coalesce(retired_millis, now_millis()), authority_replaced = true
        where authority is distinct from ? and retired_millis is null
        """,
        next.get());
    session.update("delete from enrolment");
    session.update("delete from authority_rotation");
    return true;
  }

  /** How far the rotation is; empty if there is none. */
  public Optional<RotationProgress> progress() {
    return sql.transaction(
        session -> {
          Optional<RotationProgress> found =
              session.find(
                  """
                  select next_fingerprint, started_millis, moving_millis,
                    (select count(*) from replica where heartbeat_millis > now_millis() - ?),
                    (select count(*) from replica where heartbeat_millis > now_millis() - ?
                      and authority_step in ('accepts ' || next_fingerprint, 'issues ' || next_fingerprint)),
                    (select count(distinct c.provider)
                      from agent_certificate c join provider p on p.id = c.provider
                      where c.retired_millis is null and c.first_used_millis is not null
                        and c.expires_millis > now_millis() and p.revoked_millis is null
                        and c.authority = next_fingerprint)
                  from authority_rotation
                  """,
                  row -> {
                    long moving = row.getLong(3);
                    return new RotationProgress(
                        row.getString(1),
                        row.getLong(2),
                        row.wasNull() ? OptionalLong.empty() : OptionalLong.of(moving),
                        row.getInt(4),
                        row.getInt(5),
                        row.getInt(6),
                        List.of(),
                        0);
                  },
                  AgentConnectionRepository.FRESH_MILLIS,
                  AgentConnectionRepository.FRESH_MILLIS);
          if (found.isEmpty()) {
            return found;
          }
          RotationProgress one = found.get();
          return Optional.of(
              new RotationProgress(
                  one.nextFingerprint(),
                  one.startedMillis(),
                  one.movingMillis(),
                  one.servers(),
                  one.readyServers(),
                  one.moved(),
                  waitingProviders(session, one.nextFingerprint()),
                  openTokens(session)));
        });
  }

  private static List<RotationProgress.WaitingProvider> waitingProviders(
      Session session, String next) throws SQLException {
    return session.list(
        "select c.provider, max(c.expires_millis), exists (select from agent_connection a"
            + " join replica r on r.id = a.replica where a.provider = c.provider"
            + " and r.heartbeat_millis > now_millis() - "
            + AgentConnectionRepository.FRESH_MILLIS
            + ") from "
            + WAITING
            + " group by c.provider order by c.provider",
        row ->
            new RotationProgress.WaitingProvider(
                new ProviderId(row.getString(1)), row.getBoolean(3), row.getLong(2)),
        next);
  }

  private static int waiting(Session session, String next) throws SQLException {
    return session
        .find("select count(*) from " + WAITING, row -> row.getInt(1), next)
        .orElseThrow();
  }

  private static int openTokens(Session session) throws SQLException {
    return session
        .find(
            """
            select count(*) from enrolment join provider on provider.id = enrolment.provider
            where expires_millis > now_millis() and revoked_millis is null
            """,
            row -> row.getInt(1))
        .orElseThrow();
  }
}

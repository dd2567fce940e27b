package tender.server.doctor.database;

import tender.server.doctor.installation.ServerInstallation;
import tender.support.doctor.CheckResult;
import tender.support.doctor.NamedCheck;

/** Whether PostgreSQL allows as many connections as the server opens. */
public final class DatabaseConnectionsCheck extends NamedCheck<ServerInstallation> {
  /** The listener for notifications has a connection of its own. */
  private static final int BESIDE_POOL = 1;

  /** -1 is no limit. */
  private static final String LIMIT =
      """
      select least(
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
        nullif((select rolconnlimit from pg_roles where rolname = current_user), -1),
        nullif((select datconnlimit from pg_database where datname = current_database()), -1))
      """;

  /**
   * Without those of servers, which may be the server that is checked. PostgreSQL hides the type of
   * other roles' sessions; those of its own processes have no database.
   */
  private static final String USED_BY_OTHERS =
      """
      select count(*) from pg_stat_activity
      where datid is not null and coalesce(backend_type, 'client backend') = 'client backend'
        and pid <> pg_backend_pid()
        and application_name not in ('tender', 'tender-doctor')
      """;

  public DatabaseConnectionsCheck() {
    super("database-connections", DatabaseLoginCheck.REQUIRED);
  }

  @Override
  public CheckResult run(ServerInstallation server) {
    int needed = server.config().databaseSettings().connections() + BESIDE_POOL;
    int limit = Integer.parseInt(server.query(LIMIT));
    int used = Integer.parseInt(server.query(USED_BY_OTHERS));
    String found =
        "a server needs %d connections; PostgreSQL allows %d, and other programs use %d"
            .formatted(needed, limit, used);
    String fix =
        "Raise max_connections in postgresql.conf or the connection limit of the role or database, or lower 'database_connections' (%d). Count each server."
            .formatted(needed - BESIDE_POOL);
    if (needed > limit) {
      return CheckResult.fault(found, fix);
    }
    return needed > limit - used ? CheckResult.warning(found, fix) : CheckResult.ok(found);
  }
}

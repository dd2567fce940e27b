package tender.server.doctor.database;

import tender.server.doctor.installation.ServerInstallation;
import tender.support.doctor.CheckResult;
import tender.support.doctor.NamedCheck;

/** Whether PostgreSQL is new enough. */
public final class DatabaseVersionCheck extends NamedCheck<ServerInstallation> {
  private static final int MIN_VERSION = 14;
  private static final int NUMBERS_PER_VERSION = 10_000;

  public DatabaseVersionCheck() {
    super("database-version", DatabaseLoginCheck.REQUIRED);
  }

  @Override
  public CheckResult run(ServerInstallation server) {
    String version = server.query("select current_setting('server_version')");
    int number = Integer.parseInt(server.query("select current_setting('server_version_num')"));
    return number >= MIN_VERSION * NUMBERS_PER_VERSION
        ? CheckResult.ok("PostgreSQL " + version)
        : CheckResult.fault(
            "PostgreSQL %s, and at least %d is needed".formatted(version, MIN_VERSION),
            "Upgrade PostgreSQL with pg_upgrade, or use a newer one.");
  }
}

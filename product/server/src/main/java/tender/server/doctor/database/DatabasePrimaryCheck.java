package tender.server.doctor.database;

import tender.server.doctor.installation.ServerInstallation;
import tender.support.doctor.CheckResult;
import tender.support.doctor.NamedCheck;

/** Whether the database can be written, which a standby cannot. */
public final class DatabasePrimaryCheck extends NamedCheck<ServerInstallation> {

  public DatabasePrimaryCheck() {
    super("database-primary", DatabaseLoginCheck.REQUIRED);
  }

  @Override
  public CheckResult run(ServerInstallation server) {
    boolean isStandby = server.query("select pg_is_in_recovery()").equals("t");
    boolean isReadOnly =
        server.query("select current_setting('default_transaction_read_only')").equals("on");
    if (isStandby) {
      return CheckResult.fault(
          "PostgreSQL is a standby, which cannot be written",
          "Name the primary in 'database', or all hosts and targetServerType=primary; or promote the standby.");
    }
    return isReadOnly
        ? CheckResult.fault(
            "transactions are read-only by default",
            "Set default_transaction_read_only to off for the role, the database and the server.")
        : CheckResult.ok("writable");
  }
}

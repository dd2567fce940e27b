package tender.server.doctor.database;

import java.util.List;
import tender.server.doctor.installation.ServerInstallation;
import tender.support.doctor.CheckResult;
import tender.support.doctor.NamedCheck;

/** Whether PostgreSQL has stored what it has confirmed: promises are made on it. */
public final class DatabaseDurabilityCheck extends NamedCheck<ServerInstallation> {

  public DatabaseDurabilityCheck() {
    super("database-durability", DatabaseLoginCheck.REQUIRED);
  }

  @Override
  public CheckResult run(ServerInstallation server) {
    for (String setting : List.of("fsync", "synchronous_commit", "full_page_writes")) {
      String value = server.query("select current_setting('%s')".formatted(setting));
      if (value.equals("off")) {
        return CheckResult.fault(
            setting + " is off, so that a crash of PostgreSQL loses promises and payments",
            "Set %s = on in postgresql.conf, and for the role and the database."
                .formatted(setting));
      }
    }
    return CheckResult.ok("commits are flushed to disk");
  }
}

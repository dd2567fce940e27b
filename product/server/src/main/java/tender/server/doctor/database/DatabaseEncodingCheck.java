package tender.server.doctor.database;

import tender.server.doctor.installation.ServerInstallation;
import tender.support.doctor.CheckResult;
import tender.support.doctor.NamedCheck;

/** Whether the database can store every text. */
public final class DatabaseEncodingCheck extends NamedCheck<ServerInstallation> {

  public DatabaseEncodingCheck() {
    super("database-encoding", DatabaseLoginCheck.REQUIRED);
  }

  @Override
  public CheckResult run(ServerInstallation server) {
    String encoding = server.query("select current_setting('server_encoding')");
    return encoding.equals("UTF8")
        ? CheckResult.ok("encoding UTF8")
        : CheckResult.fault(
            "the database has the encoding %s, and needs UTF8".formatted(encoding),
            "Create a database with the right encoding, and name it in 'database': createdb --owner=%s --encoding=UTF8 --template=template0 NAME"
                .formatted(server.databaseUser()));
  }
}

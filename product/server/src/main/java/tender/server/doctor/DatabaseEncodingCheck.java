package tender.server.doctor;

import tender.support.doctor.CheckResult;
import tender.support.doctor.NamedCheck;

/** Whether the database can store every text. */
final class DatabaseEncodingCheck extends NamedCheck<ServerInstallation> {

  DatabaseEncodingCheck() {
    super("database-encoding", ServerDoctor.CONNECTED);
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

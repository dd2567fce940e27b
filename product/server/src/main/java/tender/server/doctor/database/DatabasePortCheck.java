package tender.server.doctor.database;

import java.util.List;
import java.util.Optional;
import tender.server.doctor.installation.ServerInstallation;
import tender.support.doctor.CheckResult;
import tender.support.doctor.HostProbe;
import tender.support.doctor.NamedCheck;

/** Whether the database accepts connections; one of several hosts suffices. */
public final class DatabasePortCheck extends NamedCheck<ServerInstallation> {
  public static final String NAME = "database-port";

  public DatabasePortCheck() {
    super(NAME, List.of(DatabaseHostCheck.NAME));
  }

  @Override
  public CheckResult run(ServerInstallation server) {
    CheckResult last = CheckResult.ok("");
    for (HostProbe host : server.databaseHosts()) {
      Optional<CheckResult> fault = host.connectionFault("PostgreSQL");
      if (fault.isEmpty()) {
        return CheckResult.ok(host + " accepts connections");
      }
      last = fault.get();
    }
    return last;
  }
}

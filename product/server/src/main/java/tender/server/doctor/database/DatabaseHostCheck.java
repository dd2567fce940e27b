package tender.server.doctor.database;

import java.util.List;
import java.util.Optional;
import tender.server.doctor.installation.ServerInstallation;
import tender.support.doctor.CheckResult;
import tender.support.doctor.ConfigurationCheck;
import tender.support.doctor.HostProbe;
import tender.support.doctor.NamedCheck;

/** Whether the names of the database's hosts have addresses. */
public final class DatabaseHostCheck extends NamedCheck<ServerInstallation> {
  public static final String NAME = "database-host";

  public DatabaseHostCheck() {
    super(NAME, ConfigurationCheck.REQUIRED);
  }

  @Override
  public CheckResult run(ServerInstallation server) {
    List<HostProbe> hosts = server.databaseHosts();
    Optional<HostProbe> unknown = hosts.stream().filter(host -> !host.isResolvable()).findFirst();
    return unknown.isEmpty()
        ? CheckResult.ok("PostgreSQL at " + hosts)
        : CheckResult.fault(
            "the host '%s' of the setting 'database' is unknown".formatted(unknown.get().host()),
            "Correct the name, or add it to DNS or /etc/hosts.");
  }
}

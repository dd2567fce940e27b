package tender.server.doctor.access;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import tender.server.ListenAddress;
import tender.server.doctor.installation.ServerInstallation;
import tender.support.doctor.CheckResult;
import tender.support.doctor.ConfigurationCheck;
import tender.support.doctor.HostProbe;
import tender.support.doctor.NamedCheck;

/** Whether agents can reach this server by a name that is in its certificate. */
public final class ServerNamesCheck extends NamedCheck<ServerInstallation> {
  private static final Set<String> LOCAL_NAMES = Set.of("localhost", "127.0.0.1", "::1");

  public ServerNamesCheck() {
    super("server-names", ConfigurationCheck.REQUIRED);
  }

  @Override
  public CheckResult run(ServerInstallation server) {
    List<String> names = server.config().certificateNames();
    ListenAddress address = server.config().agentListenAddress();
    Optional<String> unknown =
        names.stream().filter(name -> !new HostProbe(name, 0).isResolvable()).findFirst();
    if (unknown.isPresent()) {
      return CheckResult.warning(
          "this machine does not know the name '%s' of 'server_names'".formatted(unknown.get()),
          "Correct the name, or add it to DNS: agents connect to these names.");
    }
    if (LOCAL_NAMES.containsAll(names) && !address.isLoopback()) {
      return CheckResult.fault(
          "agents may connect to %s:%d, but 'server_names' is %s"
              .formatted(address.host(), address.port(), names),
          "Add the DNS name or address that agents have in 'servers'; they reject a certificate without it.");
    }
    return CheckResult.ok("agents reach this server as " + names);
  }
}

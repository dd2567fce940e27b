package tender.agent.doctor.market;

import java.util.List;
import tender.agent.doctor.installation.AgentInstallation;
import tender.support.doctor.CheckResult;
import tender.support.doctor.ConfigurationCheck;
import tender.support.doctor.HostProbe;
import tender.support.doctor.NamedCheck;

/** Whether the names of the market's servers have addresses; one of several suffices. */
public final class ServerHostCheck extends NamedCheck<AgentInstallation> {
  public static final String NAME = "server-host";

  public ServerHostCheck() {
    super(NAME, ConfigurationCheck.REQUIRED);
  }

  @Override
  public CheckResult run(AgentInstallation agent) {
    List<HostProbe> all = probes(agent);
    List<String> unknown =
        all.stream().filter(host -> !host.isResolvable()).map(HostProbe::host).toList();
    if (unknown.isEmpty()) {
      return CheckResult.ok("the names of all servers are known");
    }
    String found = "unknown hosts in 'servers': " + unknown;
    String fix = "Correct the names, or add them to DNS or /etc/hosts.";
    return unknown.size() == all.size()
        ? CheckResult.fault(found, fix)
        : CheckResult.warning(found, fix);
  }

  static List<HostProbe> probes(AgentInstallation agent) {
    return agent.servers().stream()
        .map(server -> new HostProbe(server.host(), server.port()))
        .toList();
  }
}

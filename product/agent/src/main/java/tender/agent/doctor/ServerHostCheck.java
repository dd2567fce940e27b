package tender.agent.doctor;

import java.util.List;
import tender.support.doctor.CheckResult;
import tender.support.doctor.HostProbe;
import tender.support.doctor.NamedCheck;

/** Whether the names of the market's servers have addresses; one of several suffices. */
final class ServerHostCheck extends NamedCheck<AgentInstallation> {
  static final String NAME = "server-host";

  ServerHostCheck() {
    super(NAME, AgentDoctor.CONFIGURED);
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

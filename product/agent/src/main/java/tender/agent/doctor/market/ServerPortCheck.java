package tender.agent.doctor.market;

import java.util.ArrayList;
import java.util.List;
import tender.agent.doctor.installation.AgentInstallation;
import tender.support.doctor.CheckResult;
import tender.support.doctor.HostProbe;
import tender.support.doctor.NamedCheck;

/** Whether the market's servers accept connections; one of several suffices. */
public final class ServerPortCheck extends NamedCheck<AgentInstallation> {
  public static final String NAME = "server-port";

  public ServerPortCheck() {
    super(NAME, List.of(ServerHostCheck.NAME));
  }

  @Override
  public CheckResult run(AgentInstallation agent) {
    List<HostProbe> all = ServerHostCheck.probes(agent);
    List<CheckResult> faults = new ArrayList<>();
    all.forEach(server -> server.connectionFault("the Tender server").ifPresent(faults::add));
    if (faults.isEmpty()) {
      return CheckResult.ok("all servers accept connections");
    }
    CheckResult first = faults.getFirst();
    return faults.size() == all.size() ? first : CheckResult.warning(first.found(), first.fix());
  }
}

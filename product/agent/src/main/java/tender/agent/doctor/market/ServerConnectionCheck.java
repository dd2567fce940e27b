package tender.agent.doctor.market;

import java.util.List;
import tender.agent.doctor.installation.AgentInstallation;
import tender.agent.doctor.installation.MarketAnswers;
import tender.support.doctor.CheckResult;
import tender.support.doctor.NamedCheck;

/** Whether TLS connections to the market's servers can be opened; one of several suffices. */
public final class ServerConnectionCheck extends NamedCheck<AgentInstallation> {
  public static final String NAME = "server-connection";

  public ServerConnectionCheck() {
    super(NAME, List.of(ServerPortCheck.NAME, IdentityCertificateCheck.NAME));
  }

  @Override
  public CheckResult run(AgentInstallation agent) {
    MarketAnswers market = agent.answers();
    if (market.unavailable().isEmpty()) {
      return CheckResult.ok("TLS to all servers works");
    }
    String found = market.unavailable().getFirst().replaceFirst("\\.$", "");
    String fix =
        "Check that 'servers' names the port for agents (7443 by default) of servers of the market in which this agent is enrolled, that the operator's 'server_names' has these names, and that no proxy replaces certificates.";
    return market.unavailable().size() == agent.servers().size()
        ? CheckResult.fault(found, fix)
        : CheckResult.warning(found, fix);
  }
}

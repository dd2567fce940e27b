package tender.agent.doctor.machine;

import tender.agent.doctor.installation.AgentInstallation;
import tender.support.doctor.CheckResult;
import tender.support.doctor.ConfigurationCheck;
import tender.support.doctor.NamedCheck;

/**
 * Whether the agent has an account of its own. A host needs root, and runs tasks under another
 * account.
 */
public final class AgentAccountCheck extends NamedCheck<AgentInstallation> {
  public AgentAccountCheck() {
    super("agent-account", ConfigurationCheck.REQUIRED);
  }

  @Override
  public CheckResult run(AgentInstallation agent) {
    return agent.user().equals("root") && agent.config().hostSection().isEmpty()
        ? CheckResult.fault(
            "the agent would run as root, and so would tasks that are not isolated",
            "Run this command and the agent under an account of its own, such as tender-agent: setpriv --reuid=tender-agent --regid=tender-agent --init-groups tender agent doctor "
                + agent.file())
        : CheckResult.ok("runs as " + agent.user());
  }
}

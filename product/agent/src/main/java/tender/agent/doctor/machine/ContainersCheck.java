package tender.agent.doctor.machine;

import tender.agent.Agent;
import tender.agent.doctor.installation.AgentInstallation;
import tender.support.doctor.CheckResult;
import tender.support.doctor.ConfigurationCheck;
import tender.support.doctor.NamedCheck;

/** Whether the configured way to run containers works here. */
public final class ContainersCheck extends NamedCheck<AgentInstallation> {
  public static final String NAME = "containers";

  public ContainersCheck() {
    super(NAME, ConfigurationCheck.REQUIRED);
  }

  @Override
  public CheckResult run(AgentInstallation agent) {
    try {
      return CheckResult.ok("would " + Agent.containers(agent.config()).describe());
    } catch (IllegalArgumentException e) {
      return CheckResult.fault(
          String.valueOf(e.getMessage()).replaceFirst("\\.$", ""),
          "Install the programs that docs/provide/containers.md lists, or write 'containers: none'.");
    }
  }
}

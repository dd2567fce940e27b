package tender.agent.doctor;

import tender.agent.Agent;
import tender.support.doctor.CheckResult;
import tender.support.doctor.NamedCheck;

/** Whether the configured way to run containers works here. */
final class ContainersCheck extends NamedCheck<AgentInstallation> {
  static final String NAME = "containers";

  ContainersCheck() {
    super(NAME, AgentDoctor.CONFIGURED);
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

package tender.agent.doctor.machine;

import java.io.IOException;
import tender.agent.batch.host.HostSettings;
import tender.agent.doctor.installation.AgentInstallation;
import tender.support.doctor.CheckResult;
import tender.support.doctor.ConfigurationCheck;
import tender.support.doctor.NamedCheck;

/** Whether a host can share its processors among tasks. */
public final class ControlGroupsCheck extends NamedCheck<AgentInstallation> {
  public ControlGroupsCheck() {
    super("control-groups", ConfigurationCheck.REQUIRED);
  }

  @Override
  public CheckResult run(AgentInstallation agent) {
    if (agent.config().hostSection().isEmpty()) {
      return CheckResult.ok("not needed: this is not a host");
    }
    try {
      HostSettings.requireControlGroups();
      return CheckResult.ok("control groups can be created");
    } catch (IOException e) {
      return CheckResult.fault(
          String.valueOf(e.getMessage()).replaceFirst("\\.$", ""),
          "Run the agent as a systemd service with 'Delegate=cpu cpuset memory pids', as the package tender-agent does, and this command with 'systemd-run --pipe -p Delegate=yes'.");
    }
  }
}

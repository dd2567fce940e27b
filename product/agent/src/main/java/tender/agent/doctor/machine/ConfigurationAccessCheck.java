package tender.agent.doctor.machine;

import java.io.IOException;
import tender.agent.doctor.installation.AgentInstallation;
import tender.support.doctor.CheckResult;
import tender.support.doctor.ConfigurationCheck;
import tender.support.doctor.FileAccess;
import tender.support.doctor.NamedCheck;

/** Whether only its owner can change the file that says what tasks may do. */
public final class ConfigurationAccessCheck extends NamedCheck<AgentInstallation> {
  public ConfigurationAccessCheck() {
    super("configuration-access", ConfigurationCheck.REQUIRED);
  }

  @Override
  public CheckResult run(AgentInstallation agent) throws IOException {
    FileAccess access = FileAccess.of(agent.file());
    return access.isWritableByOthers()
        ? CheckResult.fault(
            access + ", so that other accounts can change what tasks may do here",
            "chmod go-w " + agent.file())
        : CheckResult.ok(access.toString());
  }
}

package tender.agent.doctor;

import java.io.IOException;
import tender.support.doctor.CheckResult;
import tender.support.doctor.FileAccess;
import tender.support.doctor.NamedCheck;

/** Whether only its owner can change the file that says what tasks may do. */
final class ConfigurationAccessCheck extends NamedCheck<AgentInstallation> {
  ConfigurationAccessCheck() {
    super("configuration-access", AgentDoctor.CONFIGURED);
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

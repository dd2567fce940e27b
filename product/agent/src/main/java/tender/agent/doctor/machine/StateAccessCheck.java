package tender.agent.doctor.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tender.agent.doctor.installation.AgentInstallation;
import tender.support.doctor.CheckResult;
import tender.support.doctor.FileAccess;
import tender.support.doctor.NamedCheck;

/** Whether only the agent can read its identity, journal and disclosures. */
public final class StateAccessCheck extends NamedCheck<AgentInstallation> {
  public StateAccessCheck() {
    super("state-access", List.of(FolderCheck.STATE));
  }

  @Override
  public CheckResult run(AgentInstallation agent) throws IOException {
    Path folder = agent.config().stateDir();
    if (!Files.exists(folder)) {
      return CheckResult.ok(folder + " does not exist yet");
    }
    FileAccess access = FileAccess.of(folder);
    return access.isOpenToOthers()
        ? CheckResult.warning(
            access + ", so that other accounts can see what the agent stores", "chmod o= " + folder)
        : CheckResult.ok(access.toString());
  }
}

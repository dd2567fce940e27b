package tender.agent.doctor.market;

import java.io.IOException;
import java.util.List;
import tender.agent.doctor.installation.AgentInstallation;
import tender.agent.link.AgentIdentity;
import tender.support.doctor.CheckResult;
import tender.support.doctor.FileAccess;
import tender.support.doctor.NamedCheck;

/** Whether only the agent can read its key. */
public final class IdentityAccessCheck extends NamedCheck<AgentInstallation> {
  public IdentityAccessCheck() {
    super("identity-access", List.of(IdentityCheck.NAME));
  }

  @Override
  public CheckResult run(AgentInstallation agent) throws IOException {
    FileAccess access = FileAccess.of(AgentIdentity.file(agent.identityFolder()));
    return access.isOpenToOthers() || access.isOpenToGroup()
        ? CheckResult.fault(
            access + ", so that other accounts can use the key of this agent",
            "chmod 600 %s, and enrol again if other people use this machine: it replaces the key."
                .formatted(access.file()))
        : CheckResult.ok(access.toString());
  }
}

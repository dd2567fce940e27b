package tender.agent.doctor.market;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tender.agent.doctor.installation.AgentInstallation;
import tender.agent.doctor.machine.FolderCheck;
import tender.agent.link.AgentIdentity;
import tender.support.doctor.CheckResult;
import tender.support.doctor.NamedCheck;
import tender.support.text.ErrorMessages;

/** Whether the agent is enrolled. */
public final class IdentityCheck extends NamedCheck<AgentInstallation> {
  public static final String NAME = "identity";

  public IdentityCheck() {
    super(NAME, List.of(FolderCheck.STATE));
  }

  @Override
  public CheckResult run(AgentInstallation agent) {
    Path file = AgentIdentity.file(agent.identityFolder());
    String fix =
        "Ask the market's operator for a token (tender operator add-provider), then: tender agent enrol %s TOKEN"
            .formatted(agent.file());
    if (!Files.exists(file)) {
      return CheckResult.fault("the agent is not enrolled: there is no " + file, fix);
    }
    try {
      return CheckResult.ok("enrolled as " + agent.identity().provider());
    } catch (RuntimeException e) {
      return CheckResult.fault(
          "the agent's identity cannot be used: " + ErrorMessages.describe(e), fix);
    }
  }
}

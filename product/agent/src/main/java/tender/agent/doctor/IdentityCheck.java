package tender.agent.doctor;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tender.agent.link.AgentIdentity;
import tender.support.doctor.CheckResult;
import tender.support.doctor.NamedCheck;
import tender.support.text.ErrorMessages;

/** Whether the agent is enrolled. */
final class IdentityCheck extends NamedCheck<AgentInstallation> {
  static final String NAME = "identity";

  IdentityCheck() {
    super(NAME, List.of(FolderCheck.STATE));
  }

  @Override
  public CheckResult run(AgentInstallation agent) {
    Path file = AgentIdentity.file(agent.identityFolder());
    String fix =
        "Ask the market's operator for a token (tender server add-provider), then: tender agent enrol %s TOKEN"
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

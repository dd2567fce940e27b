package tender.agent.doctor.market;

import java.util.List;
import tender.agent.doctor.installation.AgentInstallation;
import tender.support.doctor.CheckResult;
import tender.support.doctor.NamedCheck;

/** Whether the agent is enrolled as the provider in its settings. */
public final class IdentityProviderCheck extends NamedCheck<AgentInstallation> {
  public IdentityProviderCheck() {
    super("identity-provider", List.of(IdentityCheck.NAME));
  }

  @Override
  public CheckResult run(AgentInstallation agent) {
    String enrolled = agent.identity().provider().value();
    String configured = agent.config().provider();
    return enrolled.equals(configured)
        ? CheckResult.ok("provider " + configured)
        : CheckResult.fault(
            "'provider' is '%s', but the agent is enrolled as '%s'".formatted(configured, enrolled),
            "Correct the setting, use another 'state_dir', or enrol again with a token for '%s'."
                .formatted(configured));
  }
}

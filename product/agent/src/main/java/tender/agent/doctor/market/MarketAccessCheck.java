package tender.agent.doctor.market;

import java.util.List;
import tender.agent.doctor.installation.AgentInstallation;
import tender.support.doctor.CheckResult;
import tender.support.doctor.NamedCheck;

/** Whether the market accepts the agent. */
public final class MarketAccessCheck extends NamedCheck<AgentInstallation> {
  public static final String NAME = "market-access";

  public MarketAccessCheck() {
    super(NAME, List.of(ServerConnectionCheck.NAME));
  }

  @Override
  public CheckResult run(AgentInstallation agent) {
    List<String> refused = agent.answers().refused();
    return refused.isEmpty()
        ? CheckResult.ok("the market accepts this agent")
        : CheckResult.fault(
            refused.getFirst().replaceFirst("\\.$", ""),
            "Ask the market's operator; with a new token, enrol again: tender agent enrol %s TOKEN"
                .formatted(agent.file()));
  }
}

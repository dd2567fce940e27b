package tender.agent.doctor.market;

import java.util.List;
import tender.agent.doctor.installation.AgentInstallation;
import tender.protocol.ProtocolLimits;
import tender.support.doctor.CheckResult;
import tender.support.doctor.NamedCheck;

/** Whether the servers are at least as new as the agent: servers are upgraded first. */
public final class ProtocolVersionCheck extends NamedCheck<AgentInstallation> {
  public ProtocolVersionCheck() {
    super("protocol-version", List.of(MarketAccessCheck.NAME));
  }

  @Override
  public CheckResult run(AgentInstallation agent) {
    int own = ProtocolLimits.VERSION;
    int lowest =
        agent.answers().answers().stream()
            .mapToInt(answer -> answer.info().version())
            .min()
            .orElse(own);
    if (lowest < own) {
      return CheckResult.warning(
          lowest == 0
              ? "a server is too old to state its version; this agent has protocol version " + own
              : "a server has protocol version %d, and this agent %d".formatted(lowest, own),
          "Ask the market's operator to upgrade the servers first, or use the agent of their version.");
    }
    return CheckResult.ok("protocol version %d; the servers have %d".formatted(own, lowest));
  }
}

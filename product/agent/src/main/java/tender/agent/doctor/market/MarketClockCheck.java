package tender.agent.doctor.market;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tender.agent.doctor.installation.AgentInstallation;
import tender.agent.doctor.installation.MarketAnswers;
import tender.support.doctor.CheckResult;
import tender.support.doctor.ClockOffset;
import tender.support.doctor.NamedCheck;

/** Whether the clocks of the agent and of the market agree. */
public final class MarketClockCheck extends NamedCheck<AgentInstallation> {
  public MarketClockCheck() {
    super("market-clock", List.of(MarketAccessCheck.NAME));
  }

  @Override
  public CheckResult run(AgentInstallation agent) {
    Optional<MarketAnswers.Answer> answered =
        agent.answers().answers().stream()
            .filter(answer -> answer.info().version() > 0)
            .findFirst();
    if (answered.isEmpty()) {
      return CheckResult.ok("unknown: the server is too old to state its time");
    }
    MarketAnswers.Answer answer = answered.get();
    return ClockOffset.check(
        "the market",
        (answer.beforeMillis() + answer.afterMillis()) / 2,
        answer.info().nowMillis(),
        Duration.ofMillis((answer.afterMillis() - answer.beforeMillis()) / 2));
  }
}

package tender.server.engine.agents;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import tender.core.model.ProviderId;
import tender.server.agents.rejection.AgentRejection;
import tender.server.engine.MarketListener;
import tender.support.http.ResponseJson;
import tender.support.text.LogLimiter;

/** Counts what agents attempted and the server refused, and logs one line per kind and minute. */
public final class RejectionLog {
  private static final Logger LOG = System.getLogger(RejectionLog.class.getName());

  private final MarketListener listener;
  private final LogLimiter limiter = new LogLimiter();

  public RejectionLog(MarketListener listener) {
    this.listener = listener;
  }

  /** A provider acknowledged a message to another provider. */
  public void otherAcknowledged(ProviderId provider) {
    report(
        provider,
        AgentRejection.OTHER_ACKNOWLEDGEMENT,
        "The agent acknowledged a message to another provider.");
  }

  void report(ProviderId provider, AgentRejection reason, String detail) {
    listener.agentRejected(provider, ResponseJson.wireName(reason));
    limiter
        .next(provider + " " + reason)
        .ifPresent(
            suppressed ->
                LOG.log(
                    Level.WARNING,
                    "Agent rejected: reason={0}, detail={1}, suppressedLines={2}",
                    reason,
                    detail,
                    suppressed,
                    provider));
  }
}

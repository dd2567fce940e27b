package tender.server.engine.agents;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Consumer;
import tender.core.model.ProviderId;
import tender.server.agents.rejection.AgentRejection;
import tender.server.engine.MarketListener;
import tender.server.model.AuditEvent;
import tender.support.http.ResponseJson;
import tender.support.text.LogLimiter;

/**
 * Counts what agents attempted and the server refused. One line per kind and minute is logged, and
 * recorded in the audit log with the number of the others, so that a hostile agent cannot fill it.
 */
public final class RejectionLog {
  private static final Logger LOG = System.getLogger(RejectionLog.class.getName());

  private final MarketListener listener;
  private final Consumer<AuditEvent> audit;
  private final LogLimiter limiter = new LogLimiter();

  /**
   * @param audit stores an event before it returns
   */
  public RejectionLog(MarketListener listener, Consumer<AuditEvent> audit) {
    this.listener = listener;
    this.audit = audit;
  }

  /** A stranger has sent an invalid enrolment token; once a minute for each address. */
  void enrolmentRejected(String address) {
    limiter
        .next("enrolment from " + address)
        .ifPresent(
            suppressed -> {
              LOG.log(
                  Level.WARNING,
                  "Enrolment rejected: invalid token: address={0}, suppressedLines={1}",
                  address,
                  suppressed);
              audit.accept(
                  new AuditEvent(
                      "anonymous",
                      address,
                      "enrol",
                      "",
                      AuditEvent.refused("invalid-token", suppressed)));
            });
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
            suppressed -> {
              LOG.log(
                  Level.WARNING,
                  "Agent rejected: reason={0}, detail={1}, suppressedLines={2}",
                  reason,
                  detail,
                  suppressed,
                  provider);
              audit.accept(
                  new AuditEvent(
                      "provider " + provider.value(),
                      "",
                      "agent-request",
                      detail,
                      AuditEvent.refused(ResponseJson.wireName(reason), suppressed)));
            });
  }
}

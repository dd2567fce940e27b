package tender.server.agents.rejection;

/** The provider has no access. The message is sent to the agent. */
public final class NotAllowedException extends RuntimeException {
  private final AgentRejection reason;

  public NotAllowedException(AgentRejection reason, String message) {
    super(message);
    this.reason = reason;
  }

  public AgentRejection reason() {
    return reason;
  }
}

package tender.server.agents;

/** The provider has no access. The message is sent to the agent. */
public final class NotAllowedException extends RuntimeException {
  public NotAllowedException(String message) {
    super(message);
  }
}

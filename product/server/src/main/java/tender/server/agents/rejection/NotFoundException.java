package tender.server.agents.rejection;

/** The requested item does not exist. The message is sent to the agent. */
public final class NotFoundException extends RuntimeException {
  public NotFoundException(String message) {
    super(message);
  }
}

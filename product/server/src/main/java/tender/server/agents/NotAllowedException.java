package tender.server.agents;

/** The asker may not have what it asks for. Its message is told to the agent. */
public final class NotAllowedException extends RuntimeException {
  public NotAllowedException(String message) {
    super(message);
  }
}

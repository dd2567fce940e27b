package tender.server.agents;

/** The asker may not have what it asks for. Its message is told to the agent. */
public final class NotAllowed extends RuntimeException {
  public NotAllowed(String message) {
    super(message);
  }
}

package tender.server.agents;

/** There is nothing of that name. Its message is told to the agent. */
public final class NotFound extends RuntimeException {
  public NotFound(String message) {
    super(message);
  }
}

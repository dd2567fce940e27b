package tender.server.agents;

/** There is nothing of that name. Its message is told to the agent. */
public final class NotFoundException extends RuntimeException {
  public NotFoundException(String message) {
    super(message);
  }
}

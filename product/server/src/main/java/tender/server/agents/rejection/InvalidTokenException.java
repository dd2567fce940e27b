package tender.server.agents.rejection;

/** An enrolment token is not valid. The message is sent to the agent. */
public final class InvalidTokenException extends RuntimeException {
  public InvalidTokenException(String message) {
    super(message);
  }
}

package tender.server.agents;

/** An enrolment token is not valid. The message is sent to the agent. */
final class InvalidTokenException extends RuntimeException {
  InvalidTokenException(String message) {
    super(message);
  }
}

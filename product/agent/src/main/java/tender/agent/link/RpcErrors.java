package tender.agent.link;

import io.grpc.Status;
import java.net.ConnectException;

/** Translates failed calls to exceptions. */
final class RpcErrors {
  /** What Java says of a certificate from another authority. */
  private static final String UNKNOWN_AUTHORITY = "unable to find valid certification path";

  private RpcErrors() {}

  /** An exception with the failed request and the reason. */
  static RuntimeException exception(String request, Throwable failure) {
    Status status = Status.fromThrowable(failure);
    String text = request + " failed: " + reason(failure);
    return switch (status.getCode()) {
      case NOT_FOUND,
          PERMISSION_DENIED,
          INVALID_ARGUMENT,
          UNAUTHENTICATED,
          FAILED_PRECONDITION,
          UNIMPLEMENTED ->
          new MarketRefusedException(text, failure);
      default -> new MarketUnavailableException(text, failure);
    };
  }

  /** Whether nothing listened at the server's address, or it could not be reached. */
  static boolean isNotListening(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof ConnectException) {
        return true;
      }
    }
    return false;
  }

  /**
   * The server's message, or the innermost cause, because gRPC itself reports only "io exception"
   * and a list of its handlers.
   */
  static String reason(Throwable failure) {
    String description = Status.fromThrowable(failure).getDescription();
    Throwable cause = failure.getCause();
    while (cause != null && cause.getCause() != null) {
      cause = cause.getCause();
    }
    if (cause == null || cause.getMessage() == null) {
      return description == null ? Status.fromThrowable(failure).getCode().name() : description;
    }
    String message = cause.getMessage();
    if (message.contains("not an SSL/TLS record")) {
      return "the server does not speak TLS at this port. Use its port for agents"
          + " (7443 by default), not the one for users.";
    }
    if (message.contains(UNKNOWN_AUTHORITY)) {
      return "the server's certificate is not from the authority that this agent trusts. If the"
          + " market replaced its authority while this agent was offline, ask the market's operator"
          + " for a new token, and enrol the agent again. Otherwise check the setting 'servers'.";
    }
    return message.contains("Connection refused")
        ? "connection refused. Check the setting 'servers', and that the server is running."
        : message;
  }
}

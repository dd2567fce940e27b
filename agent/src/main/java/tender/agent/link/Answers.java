package tender.agent.link;

import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.StatusRuntimeException;

/** What a failed call means for whoever made it. */
final class Answers {
  private Answers() {}

  /** An exception that says what was tried and why it failed. */
  static RuntimeException failed(String tried, Throwable failure) {
    Status status = Status.fromThrowable(failure);
    String text = tried + " failed: " + why(failure);
    return switch (status.getCode()) {
      case NOT_FOUND,
          PERMISSION_DENIED,
          INVALID_ARGUMENT,
          UNAUTHENTICATED,
          FAILED_PRECONDITION,
          UNIMPLEMENTED ->
          new MarketRefused(text, failure);
      default -> new MarketUnreachable(text, failure);
    };
  }

  /**
   * In words: what the other side said, or the first causes, since gRPC says only "io exception".
   */
  static String why(Throwable failure) {
    var text = new StringBuilder();
    for (Throwable each = failure; each != null; each = each.getCause()) {
      boolean ofGrpc = each instanceof StatusException || each instanceof StatusRuntimeException;
      String message =
          ofGrpc ? Status.fromThrowable(each).getDescription() : String.valueOf(each.getMessage());
      if (message != null && text.indexOf(message) < 0) {
        text.append(text.isEmpty() ? "" : ": ").append(message);
      }
    }
    return text.isEmpty() ? Status.fromThrowable(failure).getCode().name() : text.toString();
  }
}

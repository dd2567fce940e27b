package tender.agent.link;

import io.grpc.Status;

/** What a failed call means for whoever made it. */
final class RpcErrors {
  private RpcErrors() {}

  /** An exception that says what was tried and why it failed. */
  static RuntimeException exception(String tried, Throwable failure) {
    Status status = Status.fromThrowable(failure);
    String text = tried + " failed: " + reason(failure);
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

  /**
   * In words: what the other side said, or the last cause, since gRPC says only "io exception" and
   * through which of its handlers that came.
   */
  static String reason(Throwable failure) {
    String said = Status.fromThrowable(failure).getDescription();
    Throwable last = failure.getCause();
    while (last != null && last.getCause() != null) {
      last = last.getCause();
    }
    if (last == null || last.getMessage() == null) {
      return said == null ? Status.fromThrowable(failure).getCode().name() : said;
    }
    String deepest = last.getMessage();
    if (deepest.contains("not an SSL/TLS record")) {
      return "it does not speak TLS. Maybe people call there, and agents at another port"
          + " (7443 unless the operator says otherwise).";
    }
    return deepest.contains("Connection refused")
        ? "nobody listens there. Check 'servers' in the settings, and that the market's server runs."
        : deepest;
  }
}

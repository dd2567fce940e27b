package tender.server.agents;

import io.grpc.Status;
import java.lang.System.Logger.Level;
import java.util.Optional;
import tender.protocol.MalformedMessage;

/** What agents are told of what went wrong. */
final class Failures {
  private static final System.Logger LOG = System.getLogger(Failures.class.getName());

  private Failures() {}

  /** Reasons that are the agent's business in words; the rest is logged here, and told as such. */
  static Status toldToAgents(Throwable failure) {
    return toldToAgents(failure, Optional.empty());
  }

  /**
   * The same.
   *
   * @param about what, for the log
   */
  static Status toldToAgents(Throwable failure, Optional<?> about) {
    return switch (failure) {
      case NotAllowed e -> Status.PERMISSION_DENIED.withDescription(e.getMessage());
      case NotFound e -> Status.NOT_FOUND.withDescription(e.getMessage());
      case MalformedMessage e -> Status.INVALID_ARGUMENT.withDescription(e.getMessage());
      case IllegalArgumentException e -> Status.INVALID_ARGUMENT.withDescription(e.getMessage());
      default -> {
        LOG.log(Level.ERROR, "A call of an agent failed.", about.orElse(null), failure);
        yield Status.UNAVAILABLE.withDescription(
            "The server could not do that now; its log says why. Try again later.");
      }
    };
  }
}

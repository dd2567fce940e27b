package tender.server.agents;

import io.grpc.Status;
import java.lang.System.Logger.Level;
import java.util.Optional;
import tender.protocol.MalformedMessageException;

/** What agents are told of what went wrong. */
final class AgentErrorMapper {
  private static final System.Logger LOG = System.getLogger(AgentErrorMapper.class.getName());

  private AgentErrorMapper() {}

  /** Reasons that are the agent's business in words; the rest is logged here, and told as such. */
  static Status toStatus(Throwable failure) {
    return toStatus(failure, Optional.empty());
  }

  /**
   * The same.
   *
   * @param about what, for the log
   */
  static Status toStatus(Throwable failure, Optional<?> about) {
    return switch (failure) {
      case NotAllowedException e -> Status.PERMISSION_DENIED.withDescription(e.getMessage());
      case NotFoundException e -> Status.NOT_FOUND.withDescription(e.getMessage());
      case MalformedMessageException e -> Status.INVALID_ARGUMENT.withDescription(e.getMessage());
      case IllegalArgumentException e -> Status.INVALID_ARGUMENT.withDescription(e.getMessage());
      default -> {
        LOG.log(Level.ERROR, "A call of an agent failed.", about.orElse(null), failure);
        yield Status.UNAVAILABLE.withDescription(
            "The server could not do that now; its log says why. Try again later.");
      }
    };
  }
}

package tender.server.agents.rejection;

import io.grpc.Status;
import java.lang.System.Logger.Level;
import java.util.Optional;
import tender.protocol.MalformedMessageException;

/** Maps exceptions to gRPC status codes for agents. */
public final class AgentErrorMapper {
  private static final System.Logger LOG = System.getLogger(AgentErrorMapper.class.getName());

  private AgentErrorMapper() {}

  /** Errors of the agent keep their message; all others are logged and reported as unavailable. */
  public static Status toStatus(Throwable failure) {
    return toStatus(failure, Optional.empty());
  }

  /**
   * Maps an exception.
   *
   * @param about what the call concerned, for the log
   */
  public static Status toStatus(Throwable failure, Optional<?> about) {
    return switch (failure) {
      case NotAllowedException e -> Status.PERMISSION_DENIED.withDescription(e.getMessage());
      case InvalidTokenException e -> Status.PERMISSION_DENIED.withDescription(e.getMessage());
      case NotFoundException e -> Status.NOT_FOUND.withDescription(e.getMessage());
      case MalformedMessageException e -> Status.INVALID_ARGUMENT.withDescription(e.getMessage());
      case IllegalArgumentException e -> Status.INVALID_ARGUMENT.withDescription(e.getMessage());
      case StackOverflowError e -> {
        // Its trace has a thousand lines, and a remote peer may be able to repeat it.
        LOG.log(Level.ERROR, "Agent call failed: the request is nested too deeply");
        yield Status.INVALID_ARGUMENT.withDescription("The request is nested too deeply.");
      }
      default -> {
        LOG.log(Level.ERROR, "Agent call failed", about.orElse(null), failure);
        yield Status.UNAVAILABLE.withDescription(
            "The server failed to handle the call; see its log. Retry later.");
      }
    };
  }
}

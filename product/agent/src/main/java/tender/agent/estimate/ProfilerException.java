package tender.agent.estimate;

/** A bag's profiler failed. The message states the reason, for the owner's log. */
final class ProfilerException extends Exception {
  ProfilerException(String message) {
    super(message);
  }

  ProfilerException(String message, Throwable cause) {
    super(message, cause);
  }
}

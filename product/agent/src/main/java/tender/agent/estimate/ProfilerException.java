package tender.agent.estimate;

/** A bag's profiler has not said how long tasks take. The message says why, for the owner's log. */
final class ProfilerException extends Exception {
  ProfilerException(String message) {
    super(message);
  }

  ProfilerException(String message, Throwable cause) {
    super(message, cause);
  }
}

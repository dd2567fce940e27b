package tender.agent.estimate;

/** A bag's profiler has not said how long tasks take. The message says why, for the owner's log. */
final class ProfilerFailed extends Exception {
  ProfilerFailed(String message) {
    super(message);
  }

  ProfilerFailed(String message, Throwable cause) {
    super(message, cause);
  }
}

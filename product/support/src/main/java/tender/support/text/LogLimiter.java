package tender.support.text;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Limits log lines that a remote peer can cause: one line per subject and minute. Not for events
 * whose every line matters.
 */
public final class LogLimiter {
  private static final long INTERVAL_NANOS = Duration.ofMinutes(1).toNanos();

  /** Peers choose some of the subjects, so their number is bounded. */
  private static final int MAX_SUBJECTS = 1_000;

  private static final class Subject {
    private long loggedNanos;
    private long suppressed;
  }

  private final Map<String, Subject> subjects = new HashMap<>();

  /**
   * Asks to log a line.
   *
   * @return the number of lines about this subject that were suppressed since the last one; empty
   *     if this one must not be logged either
   */
  public synchronized Optional<Long> next(String subject) {
    long now = System.nanoTime();
    Subject known = subjects.get(subject);
    if (known != null && now - known.loggedNanos < INTERVAL_NANOS) {
      known.suppressed++;
      return Optional.empty();
    }
    if (known == null) {
      if (subjects.size() >= MAX_SUBJECTS) {
        subjects.values().removeIf(one -> now - one.loggedNanos >= INTERVAL_NANOS);
      }
      if (subjects.size() >= MAX_SUBJECTS) {
        return Optional.empty();
      }
      known = new Subject();
      subjects.put(subject, known);
    }
    known.loggedNanos = now;
    long suppressed = known.suppressed;
    known.suppressed = 0;
    return Optional.of(suppressed);
  }
}

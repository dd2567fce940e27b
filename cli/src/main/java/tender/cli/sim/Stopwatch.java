package tender.cli.sim;

import java.time.Duration;
import java.time.Instant;

/** How long something takes on the wall's clock. */
record Stopwatch(long startedNanos) {
  private static final double NANOS = 1e9;

  static Stopwatch start() {
    return new Stopwatch(System.nanoTime());
  }

  double seconds() {
    return (System.nanoTime() - startedNanos) / NANOS;
  }

  /** Since the process began, its own start included; 0 if the machine does not tell. */
  static double processSeconds() {
    return ProcessHandle.current()
        .info()
        .startInstant()
        .map(started -> Duration.between(started, Instant.now()).toNanos() / NANOS)
        .orElse(0.0);
  }
}

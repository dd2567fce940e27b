package tender.app.attacks;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Runs an abuse in many threads for some time. */
final class AbuseThreads implements AutoCloseable {
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final long untilNanos;

  AbuseThreads(Duration duration) {
    untilNanos = System.nanoTime() + duration.toNanos();
  }

  /** One step of a thread. */
  interface Step {
    void run() throws IOException, InterruptedException;
  }

  boolean isTime() {
    return System.nanoTime() - untilNanos < 0;
  }

  /** Repeats a step until the time is over; connections that the server closes are expected. */
  void repeat(Duration pause, Step step) {
    threads.execute(
        () -> {
          try {
            while (isTime()) {
              run(step);
              Thread.sleep(pause);
            }
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }

  private static void run(Step step) throws InterruptedException {
    try {
      step.run();
    } catch (IOException e) {
      // The server has closed the connection.
    }
  }

  void awaitEnd() throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(untilNanos - System.nanoTime());
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}

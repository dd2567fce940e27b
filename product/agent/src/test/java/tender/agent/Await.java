package tender.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.Callable;

/** Waits for other threads and processes. */
public final class Await {
  private static final Duration LONGEST = Duration.ofSeconds(60);

  private Await() {}

  public static void until(String what, Callable<Boolean> isSo) throws Exception {
    long endNanos = System.nanoTime() + LONGEST.toNanos();
    while (!isSo.call()) {
      assertThat(System.nanoTime()).as("waited for " + what).isLessThan(endNanos);
      Thread.sleep(20);
    }
  }
}

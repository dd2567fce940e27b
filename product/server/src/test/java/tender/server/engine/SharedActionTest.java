package tender.server.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class SharedActionTest {

  @Test
  void waitingRequestsShareOneRun() throws InterruptedException {
    var runs = new AtomicInteger();
    var isRunning = new CountDownLatch(1);
    var mayEnd = new CountDownLatch(1);
    var action =
        new SharedAction(
            () -> {
              runs.incrementAndGet();
              isRunning.countDown();
              awaitUnchecked(mayEnd);
            });
    Thread first = Thread.ofPlatform().start(action::run);
    isRunning.await();
    List<Thread> others = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      others.add(Thread.ofPlatform().start(action::run));
    }
    for (Thread other : others) {
      while (other.getState() != Thread.State.BLOCKED) {
        Thread.sleep(1);
      }
    }
    mayEnd.countDown();
    first.join();
    for (Thread other : others) {
      other.join();
    }
    assertThat(runs).as("the first run began before the other requests").hasValue(2);
  }

  @Test
  void laterRequestRunsAgain() {
    var runs = new AtomicInteger();
    var action = new SharedAction(runs::incrementAndGet);
    action.run();
    action.run();
    assertThat(runs).hasValue(2);
  }

  @Test
  void failedRunServesNoRequest() {
    var runs = new AtomicInteger();
    var action =
        new SharedAction(
            () -> {
              if (runs.incrementAndGet() == 1) {
                throw new IllegalStateException("planned");
              }
            });
    assertThatThrownBy(action::run).hasMessage("planned");
    action.run();
    assertThat(runs).hasValue(2);
  }

  private static void awaitUnchecked(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

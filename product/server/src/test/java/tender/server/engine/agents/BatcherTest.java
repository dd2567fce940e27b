package tender.server.engine.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class BatcherTest {
  private static final int MAX_ITEMS = 60;

  @Test
  void itemsThatArriveDuringARunShareTheNextOnes() throws InterruptedException {
    List<List<Integer>> runs = new CopyOnWriteArrayList<>();
    CountDownLatch isRunning = new CountDownLatch(1);
    CountDownLatch mayEnd = new CountDownLatch(1);
    Batcher<Integer> batcher =
        new Batcher<>(
            MAX_ITEMS,
            items -> {
              runs.add(items);
              isRunning.countDown();
              awaitUnchecked(mayEnd);
            });
    List<Thread> threads = new ArrayList<>();
    threads.add(Thread.ofPlatform().start(() -> batcher.run(0)));
    isRunning.await();
    for (int i = 1; i <= 100; i++) {
      int item = i;
      threads.add(Thread.ofPlatform().start(() -> batcher.run(item)));
    }
    for (Thread other : threads.subList(1, threads.size())) {
      while (other.getState() != Thread.State.BLOCKED) {
        Thread.sleep(1);
      }
    }
    mayEnd.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(runs.stream().map(List::size)).containsExactly(1, MAX_ITEMS, 100 - MAX_ITEMS);
    assertThat(runs.stream().flatMap(List::stream)).hasSize(101).doesNotHaveDuplicates();
  }

  @Test
  void failureReachesTheItemsOfItsRunOnly() {
    Batcher<String> batcher =
        new Batcher<>(
            MAX_ITEMS,
            items -> {
              if (items.contains("bad")) {
                throw new IllegalStateException("planned");
              }
            });
    assertThatThrownBy(() -> batcher.run("bad")).hasMessage("planned");
    batcher.run("good");
  }

  private static void awaitUnchecked(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

package tender.architecture.planted.impure;

import java.util.Arrays;
import java.util.List;
import java.util.Timer;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

@SuppressWarnings({
  "FutureReturnValueIgnored",
  "NotifyUnlocked",
  "ThreadLocalUsage",
  "WaitNotInLoop",
  "unused"
})
final class StartsAThread {
  void thread() {
    new Thread(() -> {}).start();
  }

  void virtual() {
    Thread.ofVirtual().start(() -> {});
  }

  void sleep() throws InterruptedException {
    Thread.sleep(1);
  }

  void executor() {
    try (var executor = Executors.newSingleThreadExecutor()) {
      executor.submit(() -> {});
    }
  }

  void timer() {
    new Timer().cancel();
  }

  Object local() {
    return new ThreadLocal<String>();
  }

  Object concurrent() {
    return new ConcurrentHashMap<String, String>();
  }

  void waits() throws InterruptedException {
    wait();
  }

  void wakes(List<String> list) {
    list.notifyAll();
  }

  Stream<String> parallelList(List<String> list) {
    return list.parallelStream();
  }

  int parallelStream() {
    return IntStream.range(0, 9).parallel().sum();
  }

  void parallelSort(int[] numbers) {
    Arrays.parallelSort(numbers);
  }
}

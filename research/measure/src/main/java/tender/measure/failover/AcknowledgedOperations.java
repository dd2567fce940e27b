package tender.measure.failover;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import tender.cli.client.response.BagResponse;

/** What the market has confirmed to users and to its operator, and how long they waited for it. */
final class AcknowledgedOperations {
  private final Map<String, String> bagsByKey = new ConcurrentHashMap<>();
  private final Map<String, BagResponse> endedBags = new ConcurrentHashMap<>();
  private final Queue<String> deposits = new ConcurrentLinkedQueue<>();
  private final Queue<Double> waitSeconds = new ConcurrentLinkedQueue<>();
  private final Queue<String> errors = new ConcurrentLinkedQueue<>();
  private final AtomicLong lastNanos = new AtomicLong(System.nanoTime());

  /** A submission was confirmed after this time, which includes all repetitions. */
  void submitted(String key, String bag, long waitedNanos) {
    bagsByKey.put(key, bag);
    waitSeconds.add(waitedNanos / 1e9);
    lastNanos.set(System.nanoTime());
  }

  void deposited(String key) {
    deposits.add(key);
    lastNanos.set(System.nanoTime());
  }

  /** A user has seen the end of a bag. */
  void ended(BagResponse bag) {
    endedBags.put(bag.id(), bag);
  }

  /** An operation of a user failed after the retries of the client. */
  void failed(RuntimeException error) {
    errors.add(String.valueOf(error.getMessage()));
  }

  /** When the last submission or deposit was confirmed, by the counter of nanoseconds. */
  long lastNanos() {
    return lastNanos.get();
  }

  Map<String, String> bagsByKey() {
    return Map.copyOf(bagsByKey);
  }

  Map<String, BagResponse> endedBags() {
    return Map.copyOf(endedBags);
  }

  List<String> deposits() {
    return new ArrayList<>(deposits);
  }

  List<Double> waitSeconds() {
    return new ArrayList<>(waitSeconds);
  }

  List<String> errors() {
    return new ArrayList<>(errors);
  }
}

package tender.server.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import tender.core.message.Message;
import tender.core.metascheduler.state.BagEvent;
import tender.core.model.BagId;

/** The events of each bag that wait for the bag's worker. */
final class EventQueues {
  /** Further events of a bag are dropped when this many are queued. */
  private static final int MAX_QUEUED = 100_000;

  private final Map<BagId, Queue> queues = new ConcurrentHashMap<>();

  /** Changed only inside the map's operations for its bag. */
  private static final class Queue {
    private List<BagEvent> events = new ArrayList<>();
    private boolean hasOnlyReplies = true;
    private int awaitedReplies;
    private @Nullable Thread waiting;

    boolean isReady() {
      return events.isEmpty() || !hasOnlyReplies || events.size() >= awaitedReplies;
    }
  }

  /** Adds an event; returns whether the bag needs a new worker. */
  boolean add(BagId bag, BagEvent event) {
    AtomicBoolean isNew = new AtomicBoolean();
    queues.compute(
        bag,
        (id, before) -> {
          isNew.set(before == null);
          Queue queue = before == null ? new Queue() : before;
          if (queue.events.size() < MAX_QUEUED) {
            queue.events.add(event);
            queue.hasOnlyReplies &= isReply(event);
          }
          if (queue.waiting != null && queue.isReady()) {
            LockSupport.unpark(queue.waiting);
          }
          return queue;
        });
    return isNew.get();
  }

  /** Whether a bag that awaits several of these decides nothing before the last. */
  private static boolean isReply(BagEvent event) {
    return event instanceof BagEvent.MessageReceived(Message.ToMetascheduler message)
        && (message instanceof Message.Offers
            || message instanceof Message.Reserved
            || message instanceof Message.Committed);
  }

  /**
   * Takes all queued events. If there are none, the queue is removed, and the next event needs a
   * new worker.
   */
  List<BagEvent> take(BagId bag) {
    List<BagEvent> taken = new ArrayList<>();
    queues.computeIfPresent(
        bag,
        (id, queue) -> {
          taken.addAll(queue.events);
          queue.events = new ArrayList<>();
          queue.hasOnlyReplies = true;
          return taken.isEmpty() ? null : queue;
        });
    return taken;
  }

  /**
   * Waits, on the bag's worker, while only replies are queued and fewer than these, but not for
   * longer than this time.
   */
  void gatherReplies(BagId bag, int awaitedReplies, Duration longest) {
    long endNanos = System.nanoTime() + longest.toNanos();
    long leftNanos = longest.toNanos();
    while (leftNanos > 0 && !isReady(bag, awaitedReplies)) {
      LockSupport.parkNanos(leftNanos);
      leftNanos = Thread.currentThread().isInterrupted() ? 0 : endNanos - System.nanoTime();
    }
  }

  private boolean isReady(BagId bag, int awaitedReplies) {
    AtomicBoolean isReady = new AtomicBoolean(true);
    queues.computeIfPresent(
        bag,
        (id, queue) -> {
          queue.awaitedReplies = awaitedReplies;
          isReady.set(queue.isReady());
          queue.waiting = isReady.get() ? null : Thread.currentThread();
          return queue;
        });
    return isReady.get();
  }
}

package tender.server.engine.agents;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs an action for items of many threads, for those that arrive during a run together in the next
 * one. So when many agents connect at the same time, they are recorded by a few statements.
 *
 * @param <T> type of the items
 */
final class Batcher<T> {
  private final int maxItems;
  private final Consumer<List<T>> action;
  private final Queue<Entry<T>> waiting = new ConcurrentLinkedQueue<>();

  /**
   * @param maxItems of one run
   */
  Batcher(int maxItems, Consumer<List<T>> action) {
    this.maxItems = maxItems;
    this.action = action;
  }

  /** An item whose thread waits; guarded by the lock of the batcher. */
  private static final class Entry<T> {
    private final T item;
    private boolean isDone;
    private @Nullable RuntimeException failure;

    Entry(T item) {
      this.item = item;
    }
  }

  /** Returns after a run with this item; throws what the action threw in that run. */
  void run(T item) {
    Entry<T> own = new Entry<>(item);
    waiting.add(own);
    synchronized (this) {
      while (!own.isDone) {
        runNext();
      }
      if (own.failure != null) {
        throw own.failure;
      }
    }
  }

  private void runNext() {
    List<Entry<T>> batch = new ArrayList<>();
    for (Entry<T> next = waiting.poll(); next != null; next = waiting.poll()) {
      batch.add(next);
      if (batch.size() == maxItems) {
        break;
      }
    }
    @Nullable RuntimeException failure = null;
    try {
      action.accept(batch.stream().map(entry -> entry.item).toList());
    } catch (RuntimeException e) {
      failure = e;
    }
    for (Entry<T> entry : batch) {
      entry.isDone = true;
      entry.failure = failure;
    }
  }
}

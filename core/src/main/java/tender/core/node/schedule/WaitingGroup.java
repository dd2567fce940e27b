package tender.core.node.schedule;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tender.core.node.NodeDemand;

/**
 * The waiting tasks with equal requests, in order of arrival. A binary tree over them whose nodes
 * hold the shortest duration below them finds the next task that is short enough without visiting
 * each task.
 */
final class WaitingGroup {
  /** An estimate is never this long. */
  private static final long STARTED = Long.MAX_VALUE;

  private static final int FIRST_CAPACITY = 8;

  final NodeDemand demand;

  /** The pass of the scheduler that the two results below belong to. */
  long pass;

  /** Whether no task can start, also if it ends before the reservation. */
  boolean noneCanStart;

  /** Whether no task can start that ends after the reservation begins. */
  boolean noLongOneCanStart;

  private long lastArrival = -1;
  private int capacity = FIRST_CAPACITY;
  private int end;
  private int waiting;
  private WaitingTask[] tasks = new WaitingTask[FIRST_CAPACITY];

  private long[] shortestMillis = new long[2 * FIRST_CAPACITY];

  WaitingGroup(NodeDemand demand) {
    this.demand = demand;
    Arrays.fill(shortestMillis, STARTED);
  }

  boolean isEmpty() {
    return waiting == 0;
  }

  void add(WaitingTask task) {
    if (end == capacity) {
      compact();
    }
    tasks[end] = task;
    set(end, task.durationMillis());
    lastArrival = task.arrival;
    end++;
    waiting++;
  }

  /** Whether no task arrived after another arrival. */
  boolean isBefore(long arrival) {
    return lastArrival <= arrival;
  }

  /** The first task after an arrival that takes at most this long, or null. */
  @Nullable WaitingTask next(long afterArrival, long maxDurationMillis) {
    int node = capacity + firstAfter(afterArrival);
    long mostMillis = Math.min(maxDurationMillis, STARTED - 1);
    if (node == 2 * capacity) {
      return null;
    }
    while (true) {
      if (shortestMillis[node] <= mostMillis) {
        if (node >= capacity) {
          return tasks[node - capacity];
        }
        node = 2 * node;
      } else {
        // Go up from right children, then to the next subtree on the right.
        while ((node & 1) == 1) {
          node >>= 1;
        }
        if (node == 0) {
          return null;
        }
        node++;
      }
    }
  }

  /** Removes a task that starts. */
  void remove(WaitingTask task) {
    task.started = true;
    set(firstAfter(task.arrival - 1), STARTED);
    waiting--;
  }

  private int firstAfter(long arrival) {
    int low = 0;
    int high = end;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (tasks[middle].arrival <= arrival) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private void set(int index, long durationMillis) {
    int node = capacity + index;
    shortestMillis[node] = durationMillis;
    for (node >>= 1; node > 0; node >>= 1) {
      long shortest = Math.min(shortestMillis[2 * node], shortestMillis[2 * node + 1]);
      if (shortestMillis[node] == shortest) {
        return;
      }
      shortestMillis[node] = shortest;
    }
  }

  private void compact() {
    WaitingTask[] oldTasks = tasks;
    int oldEnd = end;
    if (2 * waiting > capacity) {
      capacity *= 2;
    }
    tasks = new WaitingTask[capacity];
    shortestMillis = new long[2 * capacity];
    Arrays.fill(shortestMillis, STARTED);
    end = 0;
    for (int index = 0; index < oldEnd; index++) {
      WaitingTask task = oldTasks[index];
      if (!task.started) {
        tasks[end] = task;
        shortestMillis[capacity + end] = task.durationMillis();
        end++;
      }
    }
    for (int node = capacity - 1; node > 0; node--) {
      shortestMillis[node] = Math.min(shortestMillis[2 * node], shortestMillis[2 * node + 1]);
    }
  }
}

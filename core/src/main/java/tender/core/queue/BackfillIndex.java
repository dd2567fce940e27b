package tender.core.queue;

import java.util.Arrays;
import tender.core.model.Job;

/**
 * A queue in order of arrival that finds the next job to backfill without visiting each job: a
 * binary tree over the arrivals whose nodes hold the least width and the shortest duration below
 * them. A subtree without a narrow enough or short enough job is skipped.
 *
 * <p>An arrival keeps its position until {@link #add} runs out of positions; then the waiting jobs
 * are compacted, and the tree grows if they are many.
 */
final class BackfillIndex {
  static final int NONE = -1;

  private static final int NO_WIDTH = Integer.MAX_VALUE;
  private static final int FIRST_CAPACITY = 16;

  private int capacity = FIRST_CAPACITY;
  private int arrivals;
  private int waiting;
  private Job[] jobs = new Job[FIRST_CAPACITY];
  private int[] tasks = new int[FIRST_CAPACITY];
  private int[] minWidth = new int[2 * FIRST_CAPACITY];
  private long[] minDurationMillis = new long[2 * FIRST_CAPACITY];

  BackfillIndex() {
    Arrays.fill(minWidth, NO_WIDTH);
    Arrays.fill(minDurationMillis, Long.MAX_VALUE);
  }

  boolean isEmpty() {
    return waiting == 0;
  }

  void add(Job job) {
    if (arrivals == capacity) {
      compact();
    }
    jobs[arrivals] = job;
    tasks[arrivals] = job.tasks();
    set(arrivals, job.width(), job.durationMillis());
    arrivals++;
    waiting++;
  }

  Job job(int arrival) {
    return jobs[arrival];
  }

  int tasks(int arrival) {
    return tasks[arrival];
  }

  /** Removes tasks of an arrival, and the arrival itself with its last task. */
  void remove(int arrival, int started) {
    tasks[arrival] -= started;
    if (tasks[arrival] == 0) {
      set(arrival, NO_WIDTH, Long.MAX_VALUE);
      waiting--;
    }
  }

  /** The earliest waiting arrival, or {@link #NONE}. */
  int first() {
    return isEmpty() ? NONE : next(NONE, NO_WIDTH - 1, Long.MAX_VALUE - 1, 0);
  }

  /**
   * The first arrival after the given one that fits into {@code free} processors and either takes
   * no longer than {@code maxDurationMillis} or needs at most {@code spare} processors; or {@link
   * #NONE}.
   */
  int next(int afterArrival, int free, long maxDurationMillis, int spare) {
    int node = capacity + afterArrival + 1;
    if (node == 2 * capacity) {
      return NONE;
    }
    while (true) {
      if (mayContain(node, free, maxDurationMillis, spare)) {
        if (node >= capacity) {
          return node - capacity;
        }
        node = 2 * node;
      } else {
        // Go up from right children, then to the next subtree on the right.
        while ((node & 1) == 1) {
          node >>= 1;
        }
        if (node == 0) {
          return NONE;
        }
        node++;
      }
    }
  }

  private boolean mayContain(int node, int free, long maxDurationMillis, int spare) {
    int width = minWidth[node];
    return width <= free && (minDurationMillis[node] <= maxDurationMillis || width <= spare);
  }

  private void set(int arrival, int width, long durationMillis) {
    int node = capacity + arrival;
    minWidth[node] = width;
    minDurationMillis[node] = durationMillis;
    for (node >>= 1; node > 0; node >>= 1) {
      int least = Math.min(minWidth[2 * node], minWidth[2 * node + 1]);
      long shortest = Math.min(minDurationMillis[2 * node], minDurationMillis[2 * node + 1]);
      if (minWidth[node] == least && minDurationMillis[node] == shortest) {
        return;
      }
      minWidth[node] = least;
      minDurationMillis[node] = shortest;
    }
  }

  private void compact() {
    Job[] oldJobs = jobs;
    int[] oldTasks = tasks;
    int oldArrivals = arrivals;
    if (2 * waiting > capacity) {
      capacity *= 2;
    }
    arrivals = 0;
    waiting = 0;
    jobs = new Job[capacity];
    tasks = new int[capacity];
    minWidth = new int[2 * capacity];
    minDurationMillis = new long[2 * capacity];
    Arrays.fill(minWidth, NO_WIDTH);
    Arrays.fill(minDurationMillis, Long.MAX_VALUE);
    for (int arrival = 0; arrival < oldArrivals; arrival++) {
      if (oldTasks[arrival] > 0) {
        jobs[arrivals] = oldJobs[arrival];
        tasks[arrivals] = oldTasks[arrival];
        minWidth[capacity + arrivals] = oldJobs[arrival].width();
        minDurationMillis[capacity + arrivals] = oldJobs[arrival].durationMillis();
        arrivals++;
      }
    }
    waiting = arrivals;
    for (int node = capacity - 1; node > 0; node--) {
      minWidth[node] = Math.min(minWidth[2 * node], minWidth[2 * node + 1]);
      minDurationMillis[node] =
          Math.min(minDurationMillis[2 * node], minDurationMillis[2 * node + 1]);
    }
  }
}

package tender.core.queue;

import java.util.Arrays;
import tender.core.model.Job;

/**
 * A queue in order of arrival that finds the next job which may be backfilled without looking at
 * each: a binary tree over the arrivals whose nodes hold the least width and the shortest duration
 * below them. A subtree without a narrow enough or a short enough job is passed over whole.
 *
 * <p>An arrival keeps its place until {@link #add} runs out of places; then those still waiting
 * close ranks, and the tree grows if they are many.
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
  private int[] leastWidth = new int[2 * FIRST_CAPACITY];
  private long[] shortestMillis = new long[2 * FIRST_CAPACITY];

  BackfillIndex() {
    Arrays.fill(leastWidth, NO_WIDTH);
    Arrays.fill(shortestMillis, Long.MAX_VALUE);
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

  /** Takes tasks of an arrival out of the queue, and the arrival with its last. */
  void remove(int arrival, int started) {
    tasks[arrival] -= started;
    if (tasks[arrival] == 0) {
      set(arrival, NO_WIDTH, Long.MAX_VALUE);
      waiting--;
    }
  }

  /** The earliest arrival that waits, or {@link #NONE}. */
  int first() {
    return isEmpty() ? NONE : next(NONE, NO_WIDTH - 1, Long.MAX_VALUE - 1, 0);
  }

  /**
   * The first arrival after the given one that fits into {@code free} processors and either lasts
   * no longer than {@code longestMillis} or needs at most {@code spare}; or {@link #NONE}.
   */
  int next(int afterArrival, int free, long longestMillis, int spare) {
    int node = capacity + afterArrival + 1;
    if (node == 2 * capacity) {
      return NONE;
    }
    while (true) {
      if (mayContain(node, free, longestMillis, spare)) {
        if (node >= capacity) {
          return node - capacity;
        }
        node = 2 * node;
      } else {
        // Up from right children, then over to the subtree that begins behind.
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

  private boolean mayContain(int node, int free, long longestMillis, int spare) {
    int width = leastWidth[node];
    return width <= free && (shortestMillis[node] <= longestMillis || width <= spare);
  }

  private void set(int arrival, int width, long durationMillis) {
    int node = capacity + arrival;
    leastWidth[node] = width;
    shortestMillis[node] = durationMillis;
    for (node >>= 1; node > 0; node >>= 1) {
      int least = Math.min(leastWidth[2 * node], leastWidth[2 * node + 1]);
      long shortest = Math.min(shortestMillis[2 * node], shortestMillis[2 * node + 1]);
      if (leastWidth[node] == least && shortestMillis[node] == shortest) {
        return;
      }
      leastWidth[node] = least;
      shortestMillis[node] = shortest;
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
    leastWidth = new int[2 * capacity];
    shortestMillis = new long[2 * capacity];
    Arrays.fill(leastWidth, NO_WIDTH);
    Arrays.fill(shortestMillis, Long.MAX_VALUE);
    for (int arrival = 0; arrival < oldArrivals; arrival++) {
      if (oldTasks[arrival] > 0) {
        jobs[arrivals] = oldJobs[arrival];
        tasks[arrivals] = oldTasks[arrival];
        leastWidth[capacity + arrivals] = oldJobs[arrival].width();
        shortestMillis[capacity + arrivals] = oldJobs[arrival].durationMillis();
        arrivals++;
      }
    }
    waiting = arrivals;
    for (int node = capacity - 1; node > 0; node--) {
      leastWidth[node] = Math.min(leastWidth[2 * node], leastWidth[2 * node + 1]);
      shortestMillis[node] = Math.min(shortestMillis[2 * node], shortestMillis[2 * node + 1]);
    }
  }
}

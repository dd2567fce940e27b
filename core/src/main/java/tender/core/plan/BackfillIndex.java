package tender.core.plan;

import java.util.Arrays;

/**
 * A queue in order of arrival that finds the next job which may be backfilled without looking at
 * each: a binary tree over the arrivals whose nodes hold the least width and the shortest duration
 * below them. A subtree without a narrow enough or a short enough job is passed over whole.
 */
final class BackfillIndex {
  static final int NONE = -1;

  private static final int NO_WIDTH = Integer.MAX_VALUE;

  private final int leaves;
  private final int[] leastWidth;
  private final long[] shortestMillis;

  BackfillIndex(int capacity) {
    leaves = Math.max(1, Integer.highestOneBit(Math.max(1, capacity - 1)) << 1);
    leastWidth = new int[2 * leaves];
    shortestMillis = new long[2 * leaves];
    Arrays.fill(leastWidth, NO_WIDTH);
    Arrays.fill(shortestMillis, Long.MAX_VALUE);
  }

  void add(int arrival, int width, long durationMillis) {
    set(arrival, width, durationMillis);
  }

  void remove(int arrival) {
    set(arrival, NO_WIDTH, Long.MAX_VALUE);
  }

  int width(int arrival) {
    return leastWidth[leaves + arrival];
  }

  long durationMillis(int arrival) {
    return shortestMillis[leaves + arrival];
  }

  /** The earliest arrival that waits, or {@link #NONE}. */
  int first() {
    return next(NONE, NO_WIDTH - 1, Long.MAX_VALUE - 1, 0);
  }

  /**
   * The first arrival after the given one that fits into {@code free} processors and either lasts
   * no longer than {@code longestMillis} or needs at most {@code spare}; or {@link #NONE}.
   */
  int next(int afterArrival, int free, long longestMillis, int spare) {
    int node = leaves + afterArrival + 1;
    if (node == 2 * leaves) {
      return NONE;
    }
    while (true) {
      if (mayHold(node, free, longestMillis, spare)) {
        if (node >= leaves) {
          return node - leaves;
        }
        node = 2 * node;
      } else {
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

  private boolean mayHold(int node, int free, long longestMillis, int spare) {
    int width = leastWidth[node];
    return width <= free && (shortestMillis[node] <= longestMillis || width <= spare);
  }

  private void set(int arrival, int width, long durationMillis) {
    int node = leaves + arrival;
    leastWidth[node] = width;
    shortestMillis[node] = durationMillis;
    for (node >>= 1; node > 0; node >>= 1) {
      leastWidth[node] = Math.min(leastWidth[2 * node], leastWidth[2 * node + 1]);
      shortestMillis[node] = Math.min(shortestMillis[2 * node], shortestMillis[2 * node + 1]);
    }
  }
}

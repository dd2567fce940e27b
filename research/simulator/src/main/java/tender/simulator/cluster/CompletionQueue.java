package tender.simulator.cluster;

import java.util.Arrays;
import tender.core.model.Time;

/**
 * The actual ends of running jobs: a binary heap in two arrays, ordered by instant and then by
 * start, so jobs that end together end in the order in which they started.
 */
final class CompletionQueue {
  private long[] endMillis = new long[64];

  /** The sequence number of the start; unique, so the order is total. */
  private int[] start = new int[64];

  private int size;

  /** The instant of the first end, {@link Time#NEVER} if nothing runs. */
  long nextMillis() {
    return size == 0 ? Time.NEVER : endMillis[0];
  }

  void add(long endMillis, int start) {
    if (size == this.start.length) {
      this.endMillis = Arrays.copyOf(this.endMillis, 2 * size);
      this.start = Arrays.copyOf(this.start, 2 * size);
    }
    int hole = size++;
    while (hole > 0) {
      int parent = (hole - 1) >>> 1;
      if (!isBefore(endMillis, start, parent)) {
        break;
      }
      move(parent, hole);
      hole = parent;
    }
    this.endMillis[hole] = endMillis;
    this.start[hole] = start;
  }

  /** Removes the first end and returns the sequence number of its start. */
  int remove() {
    int first = start[0];
    size--;
    long lastMillis = endMillis[size];
    int last = start[size];
    int hole = 0;
    for (int child = 1; child < size; child = 2 * hole + 1) {
      if (child + 1 < size && isBefore(endMillis[child + 1], start[child + 1], child)) {
        child++;
      }
      if (isBefore(lastMillis, last, child)) {
        break;
      }
      move(child, hole);
      hole = child;
    }
    endMillis[hole] = lastMillis;
    start[hole] = last;
    return first;
  }

  private boolean isBefore(long endMillis, int start, int node) {
    return endMillis != this.endMillis[node]
        ? endMillis < this.endMillis[node]
        : start < this.start[node];
  }

  private void move(int from, int to) {
    endMillis[to] = endMillis[from];
    start[to] = start[from];
  }
}

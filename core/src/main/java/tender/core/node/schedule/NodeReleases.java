package tender.core.node.schedule;

import java.util.Arrays;
import tender.core.model.Time;
import tender.core.node.PackedAmounts;

/**
 * When the running tasks of one node are expected to end and what they release then, in order of
 * time. Tasks that end at the same instant are one entry.
 */
final class NodeReleases {
  private long[] endMillis = new long[4];
  private long[] computing = new long[4];
  private long[] extra = new long[4];
  private int size;

  void add(long endMillis, long computing, long extra) {
    int place = firstAt(endMillis);
    if (place == size || this.endMillis[place] != endMillis) {
      insert(place, endMillis);
    }
    this.computing[place] += computing;
    this.extra[place] += extra;
  }

  /** Removes what a task would have released; it must have been added. */
  void remove(long endMillis, long computing, long extra) {
    int place = firstAt(endMillis);
    this.computing[place] -= computing;
    this.extra[place] -= extra;
    if (this.computing[place] == 0 && this.extra[place] == 0) {
      size--;
      System.arraycopy(this.endMillis, place + 1, this.endMillis, place, size - place);
      System.arraycopy(this.computing, place + 1, this.computing, place, size - place);
      System.arraycopy(this.extra, place + 1, this.extra, place, size - place);
    }
  }

  /** When the amounts will be free on a node with these amounts free now, which are too little. */
  long whenFree(long computing, long extra, long freeComputing, long freeExtra) {
    long computingThen = freeComputing;
    long extraThen = freeExtra;
    for (int place = 0; place < size; place++) {
      computingThen += this.computing[place];
      extraThen += this.extra[place];
      if (PackedAmounts.fits(computing, computingThen) && PackedAmounts.fits(extra, extraThen)) {
        return endMillis[place];
      }
    }
    return Time.NEVER;
  }

  /** The processors and memory that are released by an instant, inclusive. */
  long computingBy(long instantMillis) {
    long sum = 0;
    for (int place = 0; place < size && endMillis[place] <= instantMillis; place++) {
      sum += computing[place];
    }
    return sum;
  }

  /** The GPUs and scratch disk that are released by an instant, inclusive. */
  long extraBy(long instantMillis) {
    long sum = 0;
    for (int place = 0; place < size && endMillis[place] <= instantMillis; place++) {
      sum += extra[place];
    }
    return sum;
  }

  /** The first entry that is not before an instant; nodes run few tasks, and new ones end last. */
  private int firstAt(long instantMillis) {
    int place = size;
    while (place > 0 && endMillis[place - 1] >= instantMillis) {
      place--;
    }
    return place;
  }

  private void insert(int place, long endMillis) {
    if (size == this.endMillis.length) {
      this.endMillis = Arrays.copyOf(this.endMillis, 2 * size);
      computing = Arrays.copyOf(computing, 2 * size);
      extra = Arrays.copyOf(extra, 2 * size);
    }
    System.arraycopy(this.endMillis, place, this.endMillis, place + 1, size - place);
    System.arraycopy(computing, place, computing, place + 1, size - place);
    System.arraycopy(extra, place, extra, place + 1, size - place);
    this.endMillis[place] = endMillis;
    computing[place] = 0;
    extra[place] = 0;
    size++;
  }
}

package tender.core.queue;

import java.util.Arrays;
import tender.core.model.Time;

/**
 * When running tasks are expected to end and how many processors they will release, in order of
 * time, as EASY needs it.
 */
final class RunningEnds {
  private long[] endMillis = new long[64];
  private int[] processors = new int[64];
  private int size;

  void add(long endMillis, int processors) {
    if (size == this.endMillis.length) {
      this.endMillis = Arrays.copyOf(this.endMillis, 2 * size);
      this.processors = Arrays.copyOf(this.processors, 2 * size);
    }
    int place = firstAt(endMillis);
    System.arraycopy(this.endMillis, place, this.endMillis, place + 1, size - place);
    System.arraycopy(this.processors, place, this.processors, place + 1, size - place);
    this.endMillis[place] = endMillis;
    this.processors[place] = processors;
    size++;
  }

  void remove(long endMillis, int processors) {
    int place = firstAt(endMillis);
    while (this.processors[place] != processors) {
      place++;
    }
    size--;
    System.arraycopy(this.endMillis, place + 1, this.endMillis, place, size - place);
    System.arraycopy(this.processors, place + 1, this.processors, place, size - place);
  }

  /** The first index whose end is not before the instant. */
  private int firstAt(long instantMillis) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (endMillis[middle] < instantMillis) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The earliest instant at which this many more processors will be free. */
  long whenFree(int more) {
    int free = 0;
    for (int place = 0; place < size; place++) {
      free += processors[place];
      if (free >= more) {
        return endMillis[place];
      }
    }
    return Time.NEVER;
  }

  /** How many processors will have been released by an instant, inclusive. */
  int freeBy(long instantMillis) {
    int free = 0;
    for (int place = 0; place < size && endMillis[place] <= instantMillis; place++) {
      free += processors[place];
    }
    return free;
  }
}

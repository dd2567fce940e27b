package tender.simulator.cluster;

import java.util.Arrays;
import tender.workload.random.SplitMix64;

/**
 * Finds a job's place by its number. Logs mostly count their jobs up with few gaps; then a number's
 * distance from the least one is its slot, and neighbours share lines of the cache. Otherwise this
 * is a hash table with open addressing, at most half full. Neither makes garbage.
 */
final class NumberIndex {
  static final int NONE = -1;

  /** Numbers with this many times as many gaps as jobs are not worth a table with the gaps. */
  private static final int MOST_SLOTS_PER_JOB = 8;

  private final boolean dense;
  private final long least;
  private final int mask;
  private final long[] numbers;
  private final int[] places;

  NumberIndex(int jobs, long least, long most) {
    this.least = least;
    dense = most - least >= 0 && most - least < (long) MOST_SLOTS_PER_JOB * jobs;
    int size = dense ? (int) (most - least) + 1 : Integer.highestOneBit(Math.max(1, jobs)) << 2;
    mask = size - 1;
    numbers = new long[dense ? 0 : size];
    places = new int[size];
    Arrays.fill(places, NONE);
  }

  void put(long number, int place) {
    int slot = slot(number);
    if (places[slot] != NONE) {
      throw new IllegalArgumentException(
          "Two jobs have the number " + number + ". Numbers must differ within a trace.");
    }
    if (!dense) {
      numbers[slot] = number;
    }
    places[slot] = place;
  }

  /** The place of a number that was put in. */
  int get(long number) {
    return places[slot(number)];
  }

  /** Where the number is, or where it would be. */
  private int slot(long number) {
    if (dense) {
      return (int) (number - least);
    }
    int slot = (int) SplitMix64.mix(number) & mask;
    while (places[slot] != NONE && numbers[slot] != number) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }
}

package tender.simulator.cluster;

import java.util.Arrays;
import java.util.List;
import tender.workload.random.SplitMix64;
import tender.workload.trace.TraceJob;

/**
 * Finds a job's place by its number. Logs mostly count their jobs up with few gaps; then a number's
 * distance from the least one is its slot, and neighbours share lines of the cache. Otherwise this
 * is a hash table with open addressing, at most half full. Neither makes garbage.
 */
final class JobNumberIndex {
  static final int NONE = -1;

  /** Numbers with this many times as many gaps as jobs are not worth a table with the gaps. */
  private static final int MOST_SLOTS_PER_JOB = 8;

  private final boolean dense;
  private final long least;
  private final int mask;
  private final long[] numbers;
  private final int[] indexes;

  /** Of jobs in the order of their places. */
  static JobNumberIndex of(List<TraceJob> jobs) {
    long least = Long.MAX_VALUE;
    long most = Long.MIN_VALUE;
    for (TraceJob job : jobs) {
      least = Math.min(least, job.number());
      most = Math.max(most, job.number());
    }
    JobNumberIndex index = new JobNumberIndex(jobs.size(), least, most);
    for (int place = 0; place < jobs.size(); place++) {
      index.put(jobs.get(place).number(), place);
    }
    return index;
  }

  private JobNumberIndex(int jobs, long least, long most) {
    this.least = least;
    dense = most >= least && most - least >= 0 && most - least < (long) MOST_SLOTS_PER_JOB * jobs;
    int size = dense ? (int) (most - least) + 1 : Integer.highestOneBit(Math.max(1, jobs)) << 2;
    mask = size - 1;
    numbers = new long[dense ? 0 : size];
    indexes = new int[size];
    Arrays.fill(indexes, NONE);
  }

  private void put(long number, int place) {
    int slot = slot(number);
    if (indexes[slot] != NONE) {
      throw new IllegalArgumentException(
          "Two jobs have the number " + number + ". Numbers must differ within a trace.");
    }
    if (!dense) {
      numbers[slot] = number;
    }
    indexes[slot] = place;
  }

  /** The place of a number, {@link #NONE} if it was not put in. */
  int get(long number) {
    if (dense && (number < least || number - least >= indexes.length)) {
      return NONE;
    }
    return indexes[slot(number)];
  }

  /** Where the number is, or where it would be. */
  private int slot(long number) {
    if (dense) {
      return (int) (number - least);
    }
    int slot = (int) SplitMix64.mix(number) & mask;
    while (indexes[slot] != NONE && numbers[slot] != number) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }
}

package tender.simulator.cluster;

import java.util.Arrays;
import java.util.List;
import tender.workload.random.SplitMix64;
import tender.workload.trace.TraceJob;

/**
 * Finds a job's index by its number. Most logs number their jobs upwards with few gaps; then the
 * slot of a number is its distance from the smallest one, which uses the cache well. Otherwise this
 * is a hash table with open addressing, at largest half full. Neither allocates objects.
 */
final class JobNumberIndex {
  static final int NONE = -1;

  /** If a dense table would need more slots per job than this, the hash table is used. */
  private static final int MAX_SLOTS_PER_JOB = 8;

  private final boolean dense;
  private final long smallest;
  private final int mask;
  private final long[] numbers;
  private final int[] indexes;

  /** Indexes jobs that are in order of arrival. */
  static JobNumberIndex of(List<TraceJob> jobs) {
    long smallest = Long.MAX_VALUE;
    long largest = Long.MIN_VALUE;
    for (TraceJob job : jobs) {
      smallest = Math.min(smallest, job.number());
      largest = Math.max(largest, job.number());
    }
    JobNumberIndex result = new JobNumberIndex(jobs.size(), smallest, largest);
    for (int index = 0; index < jobs.size(); index++) {
      result.put(jobs.get(index).number(), index);
    }
    return result;
  }

  private JobNumberIndex(int jobs, long smallest, long largest) {
    this.smallest = smallest;
    dense =
        largest >= smallest
            && largest - smallest >= 0
            && largest - smallest < (long) MAX_SLOTS_PER_JOB * jobs;
    int size =
        dense ? (int) (largest - smallest) + 1 : Integer.highestOneBit(Math.max(1, jobs)) << 2;
    mask = size - 1;
    numbers = new long[dense ? 0 : size];
    indexes = new int[size];
    Arrays.fill(indexes, NONE);
  }

  private void put(long number, int index) {
    int slot = slot(number);
    if (indexes[slot] != NONE) {
      throw new IllegalArgumentException(
          "Two jobs have the number " + number + ". Job numbers must be unique within a trace.");
    }
    if (!dense) {
      numbers[slot] = number;
    }
    indexes[slot] = index;
  }

  /** The index of a number, {@link #NONE} if it is unknown. */
  int get(long number) {
    if (dense && (number < smallest || number - smallest >= indexes.length)) {
      return NONE;
    }
    return indexes[slot(number)];
  }

  /** The slot of a number, or the slot where it would be inserted. */
  private int slot(long number) {
    if (dense) {
      return (int) (number - smallest);
    }
    int slot = (int) SplitMix64.mix(number) & mask;
    while (indexes[slot] != NONE && numbers[slot] != number) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }
}

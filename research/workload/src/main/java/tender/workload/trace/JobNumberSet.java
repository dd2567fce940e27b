package tender.workload.trace;

import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;

/** A set of job numbers. Most traces number their jobs from 1, so one bit per number suffices. */
final class JobNumberSet {
  /** At most two megabytes of bits. */
  private static final int MAX_BITS = 1 << 24;

  private final BitSet small = new BitSet();
  private final Set<Long> others = new HashSet<>();

  /** Adds a number; returns whether it was new. */
  boolean add(long number) {
    if (number < 0 || number >= MAX_BITS) {
      return others.add(number);
    }
    boolean isNew = !small.get((int) number);
    small.set((int) number);
    return isNew;
  }
}

package tender.workload.trace;

import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;

/** The numbers of jobs. Most logs count theirs from 1 on, and then a bit is enough for each. */
final class JobNumberSet {
  /** Two megabytes of bits at most. */
  private static final int MOST_BITS = 1 << 24;

  private final BitSet small = new BitSet();
  private final Set<Long> others = new HashSet<>();

  /** Adds a number, and says whether it was new. */
  boolean add(long number) {
    if (number < 0 || number >= MOST_BITS) {
      return others.add(number);
    }
    boolean isNew = !small.get((int) number);
    small.set((int) number);
    return isNew;
  }
}

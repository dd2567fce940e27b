package tender.core.auction;

import java.util.Arrays;
import java.util.List;

/**
 * The few job shapes that an index distinguishes: widths growing by half or a third (1, 2, 3, 4, 6,
 * 8, 12, 16, …) and run times growing fourfold. A job is looked up under the largest shape that is
 * not larger than it in either dimension, so it never starts earlier than that shape.
 */
final class JobShapes {
  private static final int RUN_TIMES = 6;

  private final int[] widths;
  private final int widest;
  private final long[] estimateMillis = new long[RUN_TIMES];

  /**
   * @param widest the width beyond which nothing fits in any queue
   */
  JobShapes(int widest, List<WaitingJob> jobs) {
    this.widest = widest;
    widths = widths(widest);
    long nextMillis = jobs.stream().mapToLong(WaitingJob::estimateMillis).max().orElse(1);
    for (int runTime = RUN_TIMES - 1; runTime > 0; runTime--) {
      nextMillis = Math.max(1, nextMillis / 4);
      estimateMillis[runTime] = nextMillis;
    }
    estimateMillis[0] = 1;
  }

  private static int[] widths(int widest) {
    int[] widths = new int[64];
    int count = 0;
    for (long power = 1; power <= widest; power *= 2) {
      widths[count++] = (int) power;
      long between = power + power / 2;
      if (between > power && between <= widest) {
        widths[count++] = (int) between;
      }
    }
    return Arrays.copyOf(widths, count);
  }

  int count() {
    return widths.length * RUN_TIMES;
  }

  boolean isTooWide(WaitingJob job) {
    return job.processors() > widest;
  }

  /** The width of a shape; wider shapes come later. */
  int width(int shape) {
    return widths[shape / RUN_TIMES];
  }

  /** The run time of a shape on the reference processor. */
  long estimateMillis(int shape) {
    return estimateMillis[shape % RUN_TIMES];
  }

  int of(WaitingJob job) {
    int width = Arrays.binarySearch(widths, job.processors());
    int runTime = RUN_TIMES - 1;
    while (runTime > 0 && estimateMillis[runTime] > job.estimateMillis()) {
      runTime--;
    }
    return (width >= 0 ? width : -width - 2) * RUN_TIMES + runTime;
  }
}

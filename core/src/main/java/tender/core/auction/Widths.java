package tender.core.auction;

import java.util.Arrays;

/**
 * The few widths of jobs that an index knows, growing by half or a third: 1, 2, 3, 4, 6, 8, 12, 16,
 * 24, … A job is looked up under the widest that is not wider than it.
 */
final class Widths {
  private final int[] widths;
  private final int widest;

  private Widths(int[] widths, int widest) {
    this.widths = widths;
    this.widest = widest;
  }

  static Widths upTo(int widest) {
    int[] widths = new int[64];
    int count = 0;
    for (long power = 1; power <= widest; power *= 2) {
      widths[count++] = (int) power;
      long between = power + power / 2;
      if (between > power && between <= widest) {
        widths[count++] = (int) between;
      }
    }
    return new Widths(Arrays.copyOf(widths, count), widest);
  }

  int count() {
    return widths.length;
  }

  /** Beyond it nothing fits anywhere. */
  int widest() {
    return widest;
  }

  int width(int index) {
    return widths[index];
  }

  /** The index of the widest that is not wider. */
  int notAbove(int processors) {
    int index = Arrays.binarySearch(widths, processors);
    return index >= 0 ? index : -index - 2;
  }
}

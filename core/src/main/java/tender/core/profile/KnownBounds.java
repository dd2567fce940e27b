package tender.core.profile;

import java.util.Arrays;

/**
 * The results of earlier searches: nothing at least this wide and at least this long can start
 * before that instant. This stays true while processors are only taken, so no search for something
 * as wide and as long is needed there. Without it, every narrow and long job would search again all
 * the gaps that were too short for the job before it.
 *
 * <p>Widths and durations are grouped in classes, a few for each power of two. The classes are the
 * two dimensions of a Fenwick tree of maxima, so that a lookup of the latest bound for anything no
 * wider and no longer takes a few dozen steps.
 */
final class KnownBounds {
  /** Each power of two is divided into 2^2 classes. */
  private static final int PARTS_BITS = 2;

  private static final int DURATIONS = 44 << PARTS_BITS;

  private final int widths;

  /**
   * Row by row; a row is a class of widths. Both dimensions count from one, as Fenwick trees do.
   * Empty until something is known.
   */
  private long[] latestMillis;

  private KnownBounds(int widths, long[] latestMillis) {
    this.widths = widths;
    this.latestMillis = latestMillis;
  }

  /** No bounds yet; nothing wider than the given number will be looked up. */
  static KnownBounds none(int widest) {
    return new KnownBounds(classAtMost(Math.max(1, widest)) + 1, new long[0]);
  }

  KnownBounds copy() {
    return new KnownBounds(widths, latestMillis.clone());
  }

  /** Discards all bounds. */
  void clear() {
    Arrays.fill(latestMillis, Long.MIN_VALUE);
  }

  /** The latest instant before which nothing this wide and this long can start. */
  long notBefore(int width, long durationMillis) {
    long latest = Long.MIN_VALUE;
    if (latestMillis.length == 0) {
      return latest;
    }
    int columns = classAtMost(durationMillis) + 1;
    for (int row = Math.min(widths, classAtMost(width) + 1); row > 0; row &= row - 1) {
      int rowStart = row * (DURATIONS + 1);
      for (int column = columns; column > 0; column &= column - 1) {
        latest = Math.max(latest, latestMillis[rowStart + column]);
      }
    }
    return latest;
  }

  /** Records that nothing this wide and this long can start before an instant. */
  void record(int width, long durationMillis, long instantMillis) {
    if (latestMillis.length == 0) {
      latestMillis = new long[(widths + 1) * (DURATIONS + 1)];
      Arrays.fill(latestMillis, Long.MIN_VALUE);
    }
    int firstColumn = classAtLeast(durationMillis) + 1;
    for (int row = classAtLeast(width) + 1; row <= widths; row += row & -row) {
      int rowStart = row * (DURATIONS + 1);
      for (int column = firstColumn; column <= DURATIONS; column += column & -column) {
        int cell = rowStart + column;
        latestMillis[cell] = Math.max(latestMillis[cell], instantMillis);
      }
    }
  }

  /** The last class whose smallest value is not above the given one. */
  private static int classAtMost(long value) {
    int octave = 63 - Long.numberOfLeadingZeros(value);
    long leading =
        octave >= PARTS_BITS ? value >>> (octave - PARTS_BITS) : value << (PARTS_BITS - octave);
    return (octave << PARTS_BITS) + (int) (leading & ((1 << PARTS_BITS) - 1));
  }

  /** The first class whose smallest value is not below the given one. */
  private static int classAtLeast(long value) {
    return value == 1 ? 0 : classAtMost(value - 1) + 1;
  }
}

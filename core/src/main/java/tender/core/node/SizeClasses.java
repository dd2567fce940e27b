package tender.core.node;

/** Groups positive sizes in classes, two for each power of two. */
final class SizeClasses {
  private static final int PARTS_BITS = 1;

  /** Enough classes for every duration. */
  static final int COUNT = (44 << PARTS_BITS) + 1;

  private SizeClasses() {}

  /** The class of a value: the last one whose smallest value is not above it. */
  static int classOf(long value) {
    int octave = 63 - Long.numberOfLeadingZeros(value);
    long leading =
        octave >= PARTS_BITS ? value >>> (octave - PARTS_BITS) : value << (PARTS_BITS - octave);
    return (octave << PARTS_BITS) + (int) (leading & ((1 << PARTS_BITS) - 1));
  }

  /** The first class whose smallest value is not below the value. */
  static int classAtLeast(long value) {
    return value == 1 ? 0 : classOf(value - 1) + 1;
  }

  /** The smallest value of a class. */
  static long smallest(int sizeClass) {
    int octave = sizeClass >> PARTS_BITS;
    long leading = (1L << PARTS_BITS) + (sizeClass & ((1 << PARTS_BITS) - 1));
    return (leading << octave) >> PARTS_BITS;
  }

  /** The smallest value of the value's class; zero has its own. */
  static int floor(int value) {
    return value == 0 ? 0 : (int) smallest(classOf(value));
  }
}

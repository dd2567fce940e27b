package tender.core.call;

/** Numbers that look random and depend only on their inputs. */
public final class SeededHash {
  private static final long GOLDEN_GAMMA = 0x9e37_79b9_7f4a_7c15L;
  private static final int FRACTION_BITS = 53;

  private SeededHash() {}

  /** A number that depends on every bit of the seed and every character of the text. */
  public static long of(long seed, String text) {
    long hash = mix(seed);
    for (int i = 0; i < text.length(); i++) {
      hash = mix(hash ^ text.charAt(i));
    }
    return hash;
  }

  /** A fraction from 0 to below 1. */
  static double fraction(long seed, String text) {
    return (of(seed, text) >>> (Long.SIZE - FRACTION_BITS)) / (double) (1L << FRACTION_BITS);
  }

  /** The finalizer of SplitMix64 (Steele, Lea and Flood, 2014). */
  private static long mix(long value) {
    long mixed = value + GOLDEN_GAMMA;
    mixed = (mixed ^ (mixed >>> 30)) * 0xbf58_476d_1ce4_e5b9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d0_49bb_1331_11ebL;
    return mixed ^ (mixed >>> 31);
  }
}

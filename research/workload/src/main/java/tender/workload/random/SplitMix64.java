package tender.workload.random;

import java.util.random.RandomGenerator;

/**
 * SplitMix64: the state advances in steps of a fixed odd number, and each random number is the
 * state with its bits mixed (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number
 * Generators", 2014; the mix is David Stafford's thirteenth). Today's {@link
 * java.util.SplittableRandom} draws the same numbers, but its documentation does not guarantee
 * that; this class does.
 *
 * <p>Because the state advances in equal steps, the number at any index can be computed without
 * those before it; see {@link #at}.
 */
public final class SplitMix64 implements RandomGenerator {
  /** The odd number nearest to 2^64 divided by the golden ratio. */
  private static final long STEP = 0x9e3779b97f4a7c15L;

  private long state;

  public SplitMix64(long seed) {
    state = seed;
  }

  /** The number that a generator of this seed draws after {@code index} others. */
  public static long at(long seed, long index) {
    return mix(seed + (index + 1) * STEP);
  }

  /** Spreads every bit of the value over all 64; a bijection. */
  public static long mix(long value) {
    long mixed = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
    return mixed ^ (mixed >>> 31);
  }

  @Override
  public long nextLong() {
    state += STEP;
    return mix(state);
  }

  /** Uniform over the multiples of 2^-53 from 0 to below 1. */
  @Override
  public double nextDouble() {
    return (nextLong() >>> 11) * 0x1p-53;
  }
}

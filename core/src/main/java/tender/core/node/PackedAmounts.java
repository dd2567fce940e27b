package tender.core.node;

import tender.core.resource.ResourceAmounts;

/**
 * Two amounts in one {@code long}, so that two comparisons decide whether a task fits. Each amount
 * has 31 bits and a free bit above it, which absorbs the borrow of a subtraction.
 */
public final class PackedAmounts {
  private static final long FREE_BITS = 0x8000_0000_8000_0000L;

  private PackedAmounts() {}

  /** Processors and memory. */
  public static long computing(ResourceAmounts amounts) {
    return pack(amounts.processors(), amounts.memoryMib());
  }

  /** GPUs and scratch disk. */
  public static long extra(ResourceAmounts amounts) {
    return pack(amounts.gpus(), amounts.scratchMib());
  }

  public static long pack(int high, int low) {
    return ((long) high << 32) | low;
  }

  public static int high(long packed) {
    return (int) (packed >>> 32);
  }

  public static int low(long packed) {
    return (int) packed;
  }

  public static boolean fits(long requested, long free) {
    return (((free | FREE_BITS) - requested) & FREE_BITS) == FREE_BITS;
  }

  public static ResourceAmounts unpack(long computing, long extra) {
    return new ResourceAmounts(high(computing), low(computing), high(extra), low(extra));
  }
}

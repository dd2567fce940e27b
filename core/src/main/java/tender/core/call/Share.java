package tender.core.call;

/** Compares a value with the median of all, as a number from 0 to 1. */
final class Share {
  private static final double EQUAL = 0.5;

  private Share() {}

  /** The share of one value in the sum of both; one half if both are zero. */
  static double of(long one, long other) {
    double sum = (double) one + other;
    return sum == 0 ? EQUAL : one / sum;
  }
}

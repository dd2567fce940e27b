package tender.core.offer;

import java.util.stream.IntStream;

/** The sizes of a bag's part for which a provider makes offers. */
public enum OfferSteps {
  /** As in the paper of Netto and Buyya, section 3.1. */
  FIVE,

  /**
   * Sizes near the share of each provider, so that a bag ends little later than if it could be
   * divided at will. From 10 % on, each size is at most an eighth larger than the one before.
   */
  FINE;

  /** The sizes for a bag, rounded up, ascending and distinct. */
  public int[] sizes(int tasks) {
    return percentages()
        .map(percentage -> (int) Math.ceilDiv((long) tasks * percentage, 100))
        .distinct()
        .toArray();
  }

  private IntStream percentages() {
    return switch (this) {
      case FIVE -> IntStream.of(10, 25, 50, 75, 100);
      case FINE ->
          IntStream.of(
              2, 4, 6, 8, 10, 11, 12, 13, 14, 15, 16, 18, 20, 22, 24, 26, 29, 32, 35, 38, 42, 46,
              50, 55, 60, 66, 72, 79, 87, 95, 100);
    };
  }
}

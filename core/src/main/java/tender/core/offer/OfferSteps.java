package tender.core.offer;

import java.util.Arrays;

/** The sizes of a bag's part for which a provider makes offers, as percentages of the bag. */
public enum OfferSteps {
  /** As in the paper of Netto and Buyya, section 3.1. */
  FIVE(10, 25, 50, 75, 100),

  /**
   * Sizes near the share of each provider, so that a bag ends little later than if it could be
   * divided at will. From 10 % on, each size is at most an eighth larger than the one before.
   */
  FINE(
      2, 4, 6, 8, 10, 11, 12, 13, 14, 15, 16, 18, 20, 22, 24, 26, 29, 32, 35, 38, 42, 46, 50, 55,
      60, 66, 72, 79, 87, 95, 100);

  private final int[] percentages;

  OfferSteps(int... percentages) {
    this.percentages = percentages;
  }

  /** The sizes for a bag, rounded up, ascending and distinct. */
  int[] sizes(int tasks) {
    return Arrays.stream(percentages)
        .map(percentage -> (int) Math.ceilDiv((long) tasks * percentage, 100))
        .distinct()
        .toArray();
  }
}

package tender.core.model;

/**
 * The bids that a time-shared provider accepts, in money per minute.
 *
 * @param min the lowest bid, above zero so that every bidder gets a share
 * @param max the highest bid, so that one bidder cannot crowd out the others
 * @param initial the bid that the offers assume, and that applies until another one is made
 * @param surchargePercent what the provider adds to every charge, because it shares no organisation
 *     with the user; the prices of its offers include it
 */
public record BidRange(Money min, Money max, Money initial, int surchargePercent) {
  /** The highest surcharge that a provider may ask for. */
  public static final int MAX_SURCHARGE_PERCENT = 100;

  /** Without a surcharge. */
  public BidRange(Money min, Money max, Money initial) {
    this(min, max, initial, 0);
  }

  /** Checks a surcharge; 0 for none. */
  public static int requireSurcharge(int percent) {
    if (percent < 0 || percent > MAX_SURCHARGE_PERCENT) {
      throw new IllegalArgumentException(
          "The surcharge is "
              + percent
              + " %, and must be from 0 to "
              + MAX_SURCHARGE_PERCENT
              + " %.");
    }
    return percent;
  }

  public BidRange {
    requireSurcharge(surchargePercent);
    if (min.millicredits() < 1 || min.compareTo(initial) > 0 || initial.compareTo(max) > 0) {
      throw new IllegalArgumentException(
          "The bid range is from "
              + min
              + " to "
              + max
              + " with an initial bid of "
              + initial
              + "; 0 < minimum <= initial <= maximum must hold.");
    }
  }
}

package tender.core.model;

/**
 * What a provider that shares its time takes as bids, in money a minute.
 *
 * @param least so that nobody's share is nothing
 * @param most so that nobody crowds out all others
 * @param first with what its offers reckon, and begin, until another bid is made
 */
public record BidRange(Money least, Money most, Money first) {
  public BidRange {
    if (least.millicredits() < 1 || least.compareTo(first) > 0 || first.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          "Bids are from "
              + least
              + " to "
              + most
              + " and begin with "
              + first
              + "; each must be above 0 and no more than the next.");
    }
  }
}

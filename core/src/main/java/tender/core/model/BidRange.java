package tender.core.model;

/**
 * What a provider that shares its time takes as bids, in money a minute.
 *
 * @param least so that nobody's share is nothing
 * @param most so that nobody crowds out all others
 * @param first with what its offers reckon, and begin, until another bid is made
 */
public record BidRange(Money min, Money max, Money initial) {
  public BidRange {
    if (min.millicredits() < 1 || min.compareTo(initial) > 0 || initial.compareTo(max) > 0) {
      throw new IllegalArgumentException(
          "Bids are from "
              + min
              + " to "
              + max
              + " and begin with "
              + initial
              + "; each must be above 0 and no more than the next.");
    }
  }
}

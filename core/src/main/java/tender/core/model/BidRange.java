package tender.core.model;

/**
 * The bids that a time-shared provider accepts, in money per minute.
 *
 * @param min the lowest bid, above zero so that every bidder gets a share
 * @param max the highest bid, so that one bidder cannot crowd out the others
 * @param initial the bid that the offers assume, and that applies until another one is made
 */
public record BidRange(Money min, Money max, Money initial) {
  public BidRange {
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

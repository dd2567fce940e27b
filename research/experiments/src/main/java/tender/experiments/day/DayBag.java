package tender.experiments.day;

import tender.core.model.Bag;
import tender.core.offer.OfferSteps;

/** A bag of the day. */
final class DayBag {
  private final int number;
  private final Bag bag;
  private final int[] offeredSizes;

  /**
   * @param number in the order of submission, from 0
   */
  DayBag(int number, Bag bag) {
    this.number = number;
    this.bag = bag;
    offeredSizes = OfferSteps.FIVE.sizes(bag.tasks());
  }

  int number() {
    return number;
  }

  Bag bag() {
    return bag;
  }

  /** The sizes of a part for which providers make offers; must not be modified. */
  int[] offeredSizes() {
    return offeredSizes;
  }

  String id() {
    return "bag" + number;
  }

  long submittedMillis() {
    return bag.submittedMillis();
  }
}

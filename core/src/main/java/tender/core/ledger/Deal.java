package tender.core.ledger;

import tender.core.model.Money;

/**
 * What was agreed on for a part of a bag, and what came of it so far.
 *
 * @param price what the part costs at most; so much is held for it
 * @param billed what its provider was paid of that
 */
public record Deal(Money price, Money billed) {

  public Deal {
    if (billed.millicredits() < 0 || billed.compareTo(price) > 0) {
      throw new IllegalArgumentException(billed + " was billed of a price of " + price + ".");
    }
  }

  public static Deal at(Money price) {
    return new Deal(price, Money.ZERO);
  }

  /** A bill says what all costs so far; the largest counts, and never more than was agreed on. */
  public Deal bill(Money bill) {
    Money due = bill.compareTo(price) > 0 ? price : bill;
    return due.compareTo(billed) > 0 ? new Deal(price, due) : this;
  }

  /** What is still held. */
  public Money rest() {
    return price.minus(billed);
  }
}

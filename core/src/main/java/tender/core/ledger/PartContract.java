package tender.core.ledger;

import tender.core.model.Money;

/**
 * What was agreed on for a part of a bag, and what came of it so far.
 *
 * @param price what the part costs at most; so much is held for it
 * @param billed what its provider was paid of that
 * @param penalty what the provider pays if it breaks its promise; nothing, once it has
 */
public record PartContract(Money price, Money billed, Money penalty) {
  private static final int THOUSAND = 1_000;

  public PartContract {
    if (billed.millicredits() < 0 || billed.compareTo(price) > 0) {
      throw new IllegalArgumentException(billed + " was billed of a price of " + price + ".");
    }
  }

  /** At a price of which such a share is at stake, rounded down. */
  public static PartContract of(Money price, int penaltyPermille) {
    // Whole thousands apart from the rest, so that nothing overflows.
    long penalty =
        price.millicredits() / THOUSAND * penaltyPermille
            + price.millicredits() % THOUSAND * penaltyPermille / THOUSAND;
    return new PartContract(price, Money.ZERO, new Money(penalty));
  }

  /** A bill says what all costs so far; the largest counts, and never more than was agreed on. */
  public PartContract withBill(Money bill) {
    Money due = bill.compareTo(price) > 0 ? price : bill;
    return due.compareTo(billed) > 0 ? new PartContract(price, due, penalty) : this;
  }

  /** The promise is broken, which is paid for once. */
  public PartContract withPenaltyCharged() {
    return new PartContract(price, billed, Money.ZERO);
  }

  /** What is still held. */
  public Money remaining() {
    return price.minus(billed);
  }
}

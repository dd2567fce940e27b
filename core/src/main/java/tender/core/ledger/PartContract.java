package tender.core.ledger;

import tender.core.model.Money;

/**
 * The price of a part of a bag and what was paid of it so far.
 *
 * @param price the most that the part can cost; this amount is held
 * @param billed what its provider has been paid of the price
 * @param penalty what the provider pays if it breaks its promise; zero once it has paid
 */
public record PartContract(Money price, Money billed, Money penalty) {
  private static final int THOUSAND = 1_000;

  public PartContract {
    if (billed.millicredits() < 0 || billed.compareTo(price) > 0) {
      throw new IllegalArgumentException(
          "The billed amount is " + billed + ", not from 0 to the price of " + price + ".");
    }
  }

  /** A contract with a penalty of this share of the price, rounded down. */
  public static PartContract of(Money price, int penaltyPermille) {
    // Whole thousands are multiplied separately to avoid overflow.
    long penalty =
        price.millicredits() / THOUSAND * penaltyPermille
            + price.millicredits() % THOUSAND * penaltyPermille / THOUSAND;
    return new PartContract(price, Money.ZERO, new Money(penalty));
  }

  /** Applies a bill for everything so far. The largest bill counts, up to the price. */
  public PartContract withBill(Money bill) {
    Money charged = bill.compareTo(price) > 0 ? price : bill;
    return charged.compareTo(billed) > 0 ? new PartContract(price, charged, penalty) : this;
  }

  /** The penalty has been charged and is not charged again. */
  public PartContract withPenaltyCharged() {
    return new PartContract(price, billed, Money.ZERO);
  }

  /** The amount that is still held. */
  public Money remaining() {
    return price.minus(billed);
  }
}

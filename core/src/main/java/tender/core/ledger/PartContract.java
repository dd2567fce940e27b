package tender.core.ledger;

import java.util.Optional;
import tender.core.model.Money;

/**
 * The price of a part of a bag and what was paid of it so far.
 *
 * @param price the most that the part can cost; this amount is held
 * @param billed what its provider has been paid of the price
 * @param penalty what the provider pays if it breaks its promise; zero once it has paid
 * @param asked what the provider asked for the part, if its price is higher; bills are then raised
 *     in proportion
 */
public record PartContract(Money price, Money billed, Money penalty, Optional<Money> asked) {
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
    return new PartContract(price, Money.ZERO, new Money(penalty), Optional.empty());
  }

  /** A contract that has not been billed, for a higher price than the provider asked. */
  public PartContract withSurplus(Money surplus) {
    return surplus.equals(Money.ZERO)
        ? this
        : new PartContract(price.plus(surplus), billed, penalty, Optional.of(price));
  }

  /** Applies a bill for everything so far. The largest bill counts, up to the price. */
  public PartContract withBill(Money bill) {
    Money charged = charge(bill);
    return charged.compareTo(billed) > 0 ? new PartContract(price, charged, penalty, asked) : this;
  }

  private Money charge(Money bill) {
    if (bill.compareTo(asked.orElse(price)) >= 0) {
      return price;
    }
    return asked.map(highest -> raised(bill, highest)).orElse(bill);
  }

  private Money raised(Money bill, Money highest) {
    double share = (double) bill.millicredits() / highest.millicredits();
    return new Money((long) (share * price.millicredits()));
  }

  /** The penalty has been charged and is not charged again. */
  public PartContract withPenaltyCharged() {
    return new PartContract(price, billed, Money.ZERO, asked);
  }

  /** The amount that is still held. */
  public Money remaining() {
    return price.minus(billed);
  }
}

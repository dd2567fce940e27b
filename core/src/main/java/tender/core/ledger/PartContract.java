package tender.core.ledger;

import java.util.Optional;
import tender.core.model.Money;
import tender.core.model.Time;

/**
 * The price of a part of a bag, what its provider has earned and what it was paid so far. Bills
 * arrive with every pack of results; a provider is paid at most once a minute, and at the end of
 * the part, so that a bag of many packs does not cause as many transfers.
 *
 * @param price the most that the part can cost; this amount is held
 * @param billed what its provider has been paid of the price
 * @param penalty what the provider pays if it breaks its promise; zero once it has paid
 * @param asked what the provider asked for the part, if its price is higher; bills are then raised
 *     in proportion
 * @param accrued what the provider has earned by its bills, at least what it has been paid. Bills
 *     are cumulative, so a server that does not know this field loses nothing.
 * @param chargeDueMillis from when on the next bill is paid; 0 if nothing is owed
 */
public record PartContract(
    Money price,
    Money billed,
    Money penalty,
    Optional<Money> asked,
    Money accrued,
    long chargeDueMillis) {
  private static final int THOUSAND = 1_000;
  private static final long CHARGE_INTERVAL_MILLIS = Time.MINUTE_MILLIS;

  public PartContract {
    accrued = accrued.compareTo(billed) < 0 ? billed : accrued;
    if (billed.millicredits() < 0 || accrued.compareTo(price) > 0) {
      throw new IllegalArgumentException(
          "The provider has earned "
              + accrued
              + " and was paid "
              + billed
              + "; neither can exceed the price of "
              + price
              + ".");
    }
  }

  /** A contract with a penalty of this share of the price, rounded down. */
  public static PartContract of(Money price, int penaltyPermille) {
    // Whole thousands are multiplied separately to avoid overflow.
    long penalty =
        price.millicredits() / THOUSAND * penaltyPermille
            + price.millicredits() % THOUSAND * penaltyPermille / THOUSAND;
    return new PartContract(price, Money.ZERO, new Money(penalty), Optional.empty(), Money.ZERO, 0);
  }

  /** A contract that has not been billed, for a higher price than the provider asked. */
  public PartContract withSurplus(Money surplus) {
    return surplus.equals(Money.ZERO)
        ? this
        : new PartContract(
            price.plus(surplus), billed, penalty, Optional.of(price), accrued, chargeDueMillis);
  }

  /** Applies a bill for everything so far. The largest bill counts, up to the price. */
  public PartContract withBill(Money bill, long nowMillis) {
    Money earned = earned(bill);
    if (earned.compareTo(accrued) <= 0) {
      return this;
    }
    long dueMillis =
        chargeDueMillis == 0 ? Time.after(nowMillis, CHARGE_INTERVAL_MILLIS) : chargeDueMillis;
    return new PartContract(price, billed, penalty, asked, earned, dueMillis);
  }

  /** Whether what the provider has earned is to be paid now, even though the part continues. */
  public boolean isChargeDue(long nowMillis) {
    return !owed().equals(Money.ZERO) && chargeDueMillis <= nowMillis;
  }

  /** What the provider has earned and was not paid yet. */
  public Money owed() {
    return accrued.minus(billed);
  }

  /** The provider has been paid what it has earned so far. */
  public PartContract withCharge() {
    return new PartContract(price, accrued, penalty, asked, accrued, 0);
  }

  private Money earned(Money bill) {
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
    return new PartContract(price, billed, Money.ZERO, asked, accrued, chargeDueMillis);
  }

  /** The amount that is still held. */
  public Money remaining() {
    return price.minus(billed);
  }

  /** How much the provider may still earn. */
  public Money unspent() {
    return price.minus(accrued);
  }
}

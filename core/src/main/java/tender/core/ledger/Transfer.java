package tender.core.ledger;

import tender.core.message.ReservationId;
import tender.core.model.Money;

/**
 * A transfer of money for a part of a bag; its kind determines the two accounts. It is booked once,
 * however often it is requested: part, kind and total identify it.
 *
 * @param amount above zero
 * @param total the sum of all transfers of this kind for this part, including this one
 * @param surcharge how much of the amount is the surcharge for users of other organisations, by the
 *     provider's offer; only charges have one
 */
public record Transfer(ReservationId part, Kind kind, Money amount, Money total, Money surcharge) {

  /** Without a surcharge. */
  public Transfer(ReservationId part, Kind kind, Money amount, Money total) {
    this(part, kind, amount, total, Money.ZERO);
  }

  /** Why money is transferred. */
  public enum Kind {
    /** The part is about to be committed: from the user to the bag's held money. */
    HOLD,
    /** The provider has billed its usage: from the bag's held money to the provider. */
    CHARGE,
    /** The part has ended or was abandoned: the rest goes back to the user. */
    RELEASE,
    /** The provider broke its promise: from the provider to the user, as far as it can pay. */
    PENALTY
  }

  public Transfer {
    if (amount.millicredits() <= 0 || total.compareTo(amount) < 0) {
      throw new IllegalArgumentException(
          "Transfer of " + amount + " for " + part + " with a total of " + total + ".");
    }
    if (surcharge.millicredits() < 0 || surcharge.compareTo(amount) > 0) {
      throw new IllegalArgumentException(
          "Transfer of " + amount + " for " + part + " with a surcharge of " + surcharge + ".");
    }
  }
}

package tender.core.ledger;

import tender.core.message.ReservationId;
import tender.core.model.Money;

/**
 * Money that moves for a part of a bag, from one account to another; from which to which follows
 * from its kind. It moves once, however often it is said: part, kind and total name it.
 *
 * @param amount more than nothing
 * @param total what has moved so for this part, together with this one
 */
public record Transfer(ReservationId part, Kind kind, Money amount, Money total) {

  /** Why it moves. */
  public enum Kind {
    /** It is decided to commit the part: from the bag's owner to what is held for the bag. */
    HOLD,
    /** Its provider has billed what was used: from what is held for the bag to the provider. */
    CHARGE,
    /** The part has ended or was given up on: the rest goes back to the bag's owner. */
    RELEASE,
    /**
     * Its provider broke its promise: from the provider to the bag's owner, as far as the provider
     * can pay.
     */
    PENALTY
  }

  public Transfer {
    if (amount.millicredits() <= 0 || total.compareTo(amount) < 0) {
      throw new IllegalArgumentException(
          "For " + part + ", " + amount + " is to move, " + total + " in all.");
    }
  }
}

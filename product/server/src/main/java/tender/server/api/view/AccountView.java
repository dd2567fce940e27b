package tender.server.api.view;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.ProviderId;

/**
 * A user's account.
 *
 * @param balance negative if the user owes money
 * @param creditLimit how far below zero the balance may fall; empty: without limit
 * @param holds money held for bags; not part of the balance
 * @param entries a page of entries, newest first
 * @param next the cursor of the next page; empty on the last page
 */
public record AccountView(
    Money balance,
    Optional<Money> creditLimit,
    List<HoldView> holds,
    List<EntryView> entries,
    OptionalLong next) {
  public AccountView {
    holds = List.copyOf(holds);
    entries = List.copyOf(entries);
  }

  /** The kind of an entry. */
  public enum Kind {
    /** A deposit by the operator. */
    DEPOSIT,
    /** A withdrawal by the operator. */
    WITHDRAWAL,
    /** Money is held for a part of a bag. */
    HOLD,
    /** A provider is paid from held money. */
    CHARGE,
    /** Held money that is not needed returns to the balance. */
    RELEASE,
    /** A provider pays for a broken promise. */
    PENALTY
  }

  /** Money held for a bag. */
  public record HoldView(BagId bag, String name, Money amount) {}

  /**
   * An entry of the account.
   *
   * @param amount negative if it was paid, from the balance or from a hold
   * @param balance of the account after this entry; a charge does not change it
   * @param name the bag's name
   * @param surcharge how much of a charge is a surcharge for users of other organisations
   */
  public record EntryView(
      long serial,
      long atMillis,
      Kind kind,
      Money amount,
      Money balance,
      Optional<BagId> bag,
      Optional<String> name,
      Optional<ProviderId> provider,
      Money surcharge) {}
}

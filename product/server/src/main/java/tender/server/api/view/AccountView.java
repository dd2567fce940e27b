package tender.server.api.view;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.ProviderId;

/**
 * A person's account.
 *
 * @param balance what is there; below zero if the person owes it
 * @param mayOwe how far below zero it may fall; empty: without end
 * @param held what is set aside for bags, which is not part of the balance
 * @param entries a page of what came and went, newest first
 * @param next what the next page is asked for with; empty if this is the last
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

  /** Why money came or went. */
  public enum Kind {
    /** The operator gave it. */
    DEPOSIT,
    /** The operator took it back. */
    WITHDRAWAL,
    /** Set aside for a part of a bag. */
    HOLD,
    /** Paid to a provider of what was set aside. */
    CHARGE,
    /** What was set aside and not needed came back. */
    RELEASE,
    /** A provider paid for a promise that it broke. */
    PENALTY
  }

  /** What is set aside for a bag. */
  public record HoldView(BagId bag, String name, Money amount) {}

  /**
   * Money that came or went.
   *
   * @param amount below zero if it went, from the balance or from what was set aside
   * @param name of the bag
   */
  public record EntryView(
      long serial,
      long atMillis,
      Kind kind,
      Money amount,
      Optional<BagId> bag,
      Optional<String> name,
      Optional<ProviderId> provider) {}
}

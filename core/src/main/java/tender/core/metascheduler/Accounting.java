package tender.core.metascheduler;

import java.util.Optional;
import tender.core.ledger.Deal;
import tender.core.ledger.Transfer;
import tender.core.ledger.Transfer.Kind;
import tender.core.model.Money;

/**
 * The rules by which money moves for a bag: so much as its parts cost is held from the moment at
 * which it is decided to commit them; providers are paid of it by their bills; what is left goes
 * back when a part has ended. Whoever breaks its promise, by its own word or by giving none, pays
 * what was said when it was called.
 */
final class Accounting {
  private Accounting() {}

  /** What is agreed on with a part; nothing, if it is for nothing. */
  static Optional<Deal> deal(Money price, int penaltyPermille) {
    return price.equals(Money.ZERO)
        ? Optional.empty()
        : Optional.of(Deal.at(price, penaltyPermille));
  }

  /** A part is added, which is not done before its money is held. */
  static void hold(Draft bag, RunningPart part) {
    part.deal().ifPresent(deal -> move(bag, part, Kind.HOLD, deal.price(), deal.price()));
  }

  /** The part as its provider has billed it. */
  static RunningPart charge(Draft bag, RunningPart part, Money bill) {
    Deal before = part.deal().orElse(null);
    if (before == null) {
      return part;
    }
    Deal after = before.bill(bill);
    move(bag, part, Kind.CHARGE, after.billed().minus(before.billed()), after.billed());
    return part.with(after);
  }

  /** A part is removed, for whatever reason. */
  static void release(Draft bag, RunningPart part) {
    part.deal().ifPresent(deal -> move(bag, part, Kind.RELEASE, deal.rest(), deal.rest()));
  }

  /** The part, whose provider has broken its promise, as far as that was not paid for before. */
  static RunningPart penalise(Draft bag, RunningPart part) {
    Deal before = part.deal().orElse(null);
    if (before == null) {
      return part;
    }
    move(bag, part, Kind.PENALTY, before.penalty(), before.penalty());
    return part.with(before.broken());
  }

  private static void move(Draft bag, RunningPart part, Kind kind, Money amount, Money total) {
    if (!amount.equals(Money.ZERO)) {
      bag.effects.add(new BagEffect.Moves(new Transfer(part.id(), kind, amount, total)));
    }
  }
}

package tender.core.metascheduler;

import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.RunningPart;
import java.util.Optional;
import tender.core.ledger.PartContract;
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
  static Optional<PartContract> contract(Money price, int penaltyPermille) {
    return price.equals(Money.ZERO)
        ? Optional.empty()
        : Optional.of(PartContract.of(price, penaltyPermille));
  }

  /** A part is added, which is not done before its money is held. */
  static void hold(BagBuilder bag, RunningPart part) {
    part.contract().ifPresent(deal -> move(bag, part, Kind.HOLD, deal.price(), deal.price()));
  }

  /** The part as its provider has billed it. */
  static RunningPart charge(BagBuilder bag, RunningPart part, Money bill) {
    PartContract before = part.contract().orElse(null);
    if (before == null) {
      return part;
    }
    PartContract after = before.withBill(bill);
    move(bag, part, Kind.CHARGE, after.billed().minus(before.billed()), after.billed());
    return part.with(after);
  }

  /** A part is removed, for whatever reason. */
  static void release(BagBuilder bag, RunningPart part) {
    part.contract().ifPresent(deal -> move(bag, part, Kind.RELEASE, deal.remaining(), deal.remaining()));
  }

  /** The part, whose provider has broken its promise, as far as that was not paid for before. */
  static RunningPart penalise(BagBuilder bag, RunningPart part) {
    PartContract before = part.contract().orElse(null);
    if (before == null) {
      return part;
    }
    move(bag, part, Kind.PENALTY, before.penalty(), before.penalty());
    return part.with(before.withPenaltyCharged());
  }

  private static void move(BagBuilder bag, RunningPart part, Kind kind, Money amount, Money total) {
    if (!amount.equals(Money.ZERO)) {
      bag.effects.add(new BagEffect.TransferMoney(new Transfer(part.id(), kind, amount, total)));
    }
  }
}

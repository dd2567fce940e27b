package tender.core.metascheduler;

import java.util.List;
import java.util.Optional;
import tender.core.ledger.PartContract;
import tender.core.ledger.Transfer;
import tender.core.ledger.Transfer.Kind;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.PartBid;
import tender.core.metascheduler.state.RunningPart;
import tender.core.model.Money;

/**
 * The rules for a bag's money. The price of a part is held when the decision to commit it is made.
 * The provider is paid from it according to its bills, and the rest is released when the part ends.
 * A provider that breaks its promise, by its own report or by silence, pays the penalty that the
 * call announced.
 */
final class Accounting {
  private Accounting() {}

  /** The contract for a part; empty if the part costs nothing. */
  static Optional<PartContract> contract(Money price, int penaltyPermille) {
    return price.equals(Money.ZERO)
        ? Optional.empty()
        : Optional.of(PartContract.of(price, penaltyPermille));
  }

  /** Holds the price of a part that is added. */
  static void hold(BagBuilder bag, RunningPart part) {
    part.contract()
        .ifPresent(
            contract -> transfer(bag.effects, part, Kind.HOLD, contract.price(), contract.price()));
  }

  /**
   * Charges a bill and returns the updated part. The amount is never negative, and all charges
   * together are never more than is held.
   */
  static RunningPart charge(List<BagEffect> effects, RunningPart part, Money bill) {
    PartContract before = part.contract().orElse(null);
    if (before == null) {
      return part;
    }
    PartContract after = before.withBill(bill);
    Money amount = after.billed().minus(before.billed());
    if (!amount.equals(Money.ZERO)) {
      int percent = part.bid().map(PartBid::surchargePercent).orElse(0);
      Money surcharge =
          after
              .billed()
              .includedSurcharge(percent)
              .minus(before.billed().includedSurcharge(percent));
      effects.add(
          new BagEffect.TransferMoney(
              new Transfer(part.id(), Kind.CHARGE, amount, after.billed(), surcharge)));
    }
    return part.withContract(after);
  }

  /** Releases the rest of the price of a part that is removed. */
  static void release(List<BagEffect> effects, RunningPart part) {
    part.contract()
        .ifPresent(
            contract ->
                transfer(effects, part, Kind.RELEASE, contract.remaining(), contract.remaining()));
  }

  /** Charges the penalty for a broken promise, once, and returns the updated part. */
  static RunningPart penalise(BagBuilder bag, RunningPart part) {
    PartContract before = part.contract().orElse(null);
    if (before == null) {
      return part;
    }
    transfer(bag.effects, part, Kind.PENALTY, before.penalty(), before.penalty());
    return part.withContract(before.withPenaltyCharged());
  }

  private static void transfer(
      List<BagEffect> effects, RunningPart part, Kind kind, Money amount, Money total) {
    if (!amount.equals(Money.ZERO)) {
      effects.add(new BagEffect.TransferMoney(new Transfer(part.id(), kind, amount, total)));
    }
  }
}

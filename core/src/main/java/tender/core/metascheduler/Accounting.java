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
 * The provider is paid from it according to its bills, once a minute, and the rest is released when
 * the part ends. A provider that breaks its promise, by its own report or by silence, pays the
 * penalty that the call announced.
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
   * Adds a bill to what the provider has earned, charges it if the last charge was long ago, and
   * returns the updated part. What is not charged yet is stored with the bag, so no restart loses
   * it.
   */
  static RunningPart bill(List<BagEffect> effects, RunningPart part, Money bill, long nowMillis) {
    PartContract contract = part.contract().map(one -> one.withBill(bill, nowMillis)).orElse(null);
    if (contract == null) {
      return part;
    }
    RunningPart billed = part.withContract(contract);
    return contract.isChargeDue(nowMillis) ? charge(effects, billed) : billed;
  }

  /**
   * Charges everything that the provider has earned and returns the updated part. All charges
   * together are never more than is held.
   */
  private static RunningPart charge(List<BagEffect> effects, RunningPart part) {
    PartContract before = part.contract().orElse(null);
    if (before == null || before.owed().equals(Money.ZERO)) {
      return part;
    }
    PartContract after = before.withCharge();
    int percent = part.bid().map(PartBid::surchargePercent).orElse(0);
    Money surcharge =
        after.billed().includedSurcharge(percent).minus(before.billed().includedSurcharge(percent));
    effects.add(
        new BagEffect.TransferMoney(
            new Transfer(part.id(), Kind.CHARGE, before.owed(), after.billed(), surcharge)));
    return part.withContract(after);
  }

  /** Charges what is owed for a part that is removed, and releases the rest of its price. */
  static void settle(List<BagEffect> effects, RunningPart part) {
    charge(effects, part)
        .contract()
        .ifPresent(
            contract ->
                transfer(effects, part, Kind.RELEASE, contract.remaining(), contract.remaining()));
  }

  /**
   * Charges the penalty for a broken promise, once, and returns the updated part. The provider is
   * paid first, because it pays the penalty from its account.
   */
  static RunningPart penalise(BagBuilder bag, RunningPart part) {
    PartContract penalised = part.contract().orElse(null);
    if (penalised == null || penalised.penalty().equals(Money.ZERO)) {
      return part;
    }
    RunningPart charged = charge(bag.effects, part);
    transfer(bag.effects, part, Kind.PENALTY, penalised.penalty(), penalised.penalty());
    return charged
        .contract()
        .map(contract -> charged.withContract(contract.withPenaltyCharged()))
        .orElse(charged);
  }

  private static void transfer(
      List<BagEffect> effects, RunningPart part, Kind kind, Money amount, Money total) {
    if (!amount.equals(Money.ZERO)) {
      effects.add(new BagEffect.TransferMoney(new Transfer(part.id(), kind, amount, total)));
    }
  }
}

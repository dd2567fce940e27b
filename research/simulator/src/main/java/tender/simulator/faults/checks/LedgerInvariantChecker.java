package tender.simulator.faults.checks;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tender.core.ledger.PartContract;
import tender.core.ledger.Transfer;
import tender.core.message.ReservationId;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.RunningPart;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.store.Transaction;

/** Keeps its own ledger from the committed transfers and compares it with the bags' states. */
final class LedgerInvariantChecker {
  private final Map<BagId, Map<ReservationId, PartAccount>> accounts = new LinkedHashMap<>();

  /** The accounts of users with limited money. */
  private final Map<BagId, Money> balances = new LinkedHashMap<>();

  /** The transfers posted for a part. */
  private static final class PartAccount {
    Money held = Money.ZERO;
    Money charged = Money.ZERO;
    Money released = Money.ZERO;
    Money penalty = Money.ZERO;

    Money remaining() {
      return held.minus(charged).minus(released);
    }
  }

  void deposited(BagId bag, Money amount) {
    balances.merge(bag, amount, Money::plus);
  }

  void committed(Transaction transaction) {
    Map<ReservationId, PartAccount> parts =
        accounts.computeIfAbsent(transaction.bag(), bag -> new LinkedHashMap<>());
    for (Transfer transfer : transaction.transfers()) {
      post(parts.computeIfAbsent(transfer.part(), part -> new PartAccount()), transfer);
    }
    checkBalance(transaction);
    switch (transaction.state()) {
      case BagState.Ended ended -> checkEnded(parts, ended);
      case BagState.Open open -> checkOpen(parts, open);
    }
  }

  /** A user never pays more than was deposited. */
  private void checkBalance(Transaction transaction) {
    Money balance = balances.get(transaction.bag());
    if (balance == null) {
      return;
    }
    for (Transfer transfer : transaction.transfers()) {
      balance =
          switch (transfer.kind()) {
            case HOLD -> balance.minus(transfer.amount());
            case RELEASE, PENALTY -> balance.plus(transfer.amount());
            case CHARGE -> balance;
          };
    }
    balances.put(transaction.bag(), balance);
    if (balance.millicredits() < 0) {
      throw new InvariantViolation(
          Invariant.LEDGER_BALANCES,
          "The account of %s is overdrawn by %s".formatted(transaction.bag(), transaction));
    }
  }

  private static void post(PartAccount account, Transfer transfer) {
    Money amount = transfer.amount();
    switch (transfer.kind()) {
      case HOLD -> account.held = once(account.held, transfer);
      case RELEASE -> account.released = once(account.released, transfer);
      case PENALTY -> account.penalty = once(account.penalty, transfer);
      case CHARGE -> {
        account.charged = account.charged.plus(amount);
        if (!account.charged.equals(transfer.total())) {
          throw new InvariantViolation(
              Invariant.PAID_ONCE,
              transfer + " does not match the total charged: " + account.charged);
        }
      }
    }
    if (account.remaining().millicredits() < 0) {
      throw new InvariantViolation(
          Invariant.PAID_ONCE, transfer + " leaves a negative hold: " + account.remaining());
    }
  }

  private static Money once(Money before, Transfer transfer) {
    if (!before.equals(Money.ZERO)) {
      throw new InvariantViolation(Invariant.PAID_ONCE, transfer + " was posted twice");
    }
    return transfer.amount();
  }

  private static void checkEnded(Map<ReservationId, PartAccount> parts, BagState.Ended ended) {
    Money paid = Money.ZERO;
    Map<ReservationId, Money> unsettled = new LinkedHashMap<>();
    for (RunningPart part : ended.unsettledParts()) {
      part.contract().ifPresent(contract -> unsettled.put(part.id(), contract.remaining()));
      paid = paid.plus(part.contract().map(PartContract::owed).orElse(Money.ZERO));
    }
    for (Map.Entry<ReservationId, PartAccount> entry : parts.entrySet()) {
      paid = paid.plus(entry.getValue().charged);
      Money expected = unsettled.getOrDefault(entry.getKey(), Money.ZERO);
      if (!entry.getValue().remaining().equals(expected)) {
        throw new InvariantViolation(
            Invariant.LEDGER_BALANCES,
            "%s has ended, but %s is still held for %s"
                .formatted(ended.id(), entry.getValue().remaining(), entry.getKey()));
      }
    }
    if (!paid.equals(ended.paid())) {
      throw new InvariantViolation(
          Invariant.LEDGER_BALANCES,
          "%s was charged or is owed, but the bag records %s".formatted(paid, ended));
    }
  }

  private static void checkOpen(Map<ReservationId, PartAccount> parts, BagState.Open open) {
    Money held = Money.ZERO;
    Money charged = Money.ZERO;
    for (PartAccount account : parts.values()) {
      held = held.plus(account.remaining());
      charged = charged.plus(account.charged);
    }
    Money rest = Money.ZERO;
    for (RunningPart part : open.parts()) {
      Optional<PartContract> deal = part.contract();
      PartAccount account = parts.getOrDefault(part.id(), new PartAccount());
      rest = rest.plus(deal.map(PartContract::remaining).orElse(Money.ZERO));
      charged = charged.plus(deal.map(PartContract::owed).orElse(Money.ZERO));
      if (!account.held.equals(deal.map(PartContract::price).orElse(Money.ZERO))) {
        throw new InvariantViolation(
            Invariant.LEDGER_BALANCES, account.held + " is held for " + part);
      }
    }
    if (!held.equals(rest) || !charged.equals(open.paidSoFar())) {
      throw new InvariantViolation(
          Invariant.LEDGER_BALANCES,
          "%s is held and %s was charged or is owed, but the bag records %s"
              .formatted(held, charged, open));
    }
  }
}

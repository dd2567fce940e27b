package tender.simulator.faults;

import tender.simulator.faults.checks.Invariant;
import tender.simulator.faults.checks.InvariantViolation;
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

/** Keeps the books beside the market, and looks whether they say what the bags say. */
final class LedgerInvariantChecker {
  private final Map<BagId, Map<ReservationId, PartAccount>> accounts = new LinkedHashMap<>();

  /** What was booked for a part. */
  private static final class PartAccount {
    Money held = Money.ZERO;
    Money charged = Money.ZERO;
    Money released = Money.ZERO;
    Money penalty = Money.ZERO;

    Money rest() {
      return held.minus(charged).minus(released);
    }
  }

  void committed(Transaction transaction) {
    Map<ReservationId, PartAccount> pages =
        accounts.computeIfAbsent(transaction.bag(), bag -> new LinkedHashMap<>());
    for (Transfer transfer : transaction.transfers()) {
      post(pages.computeIfAbsent(transfer.part(), part -> new PartAccount()), transfer);
    }
    switch (transaction.state()) {
      case BagState.Ended ended -> holdsNothing(pages, ended);
      case BagState.Open open -> matchesBag(pages, open);
    }
  }

  private static void post(PartAccount page, Transfer transfer) {
    Money amount = transfer.amount();
    switch (transfer.kind()) {
      case HOLD -> page.held = once(page.held, transfer);
      case RELEASE -> page.released = once(page.released, transfer);
      case PENALTY -> page.penalty = once(page.penalty, transfer);
      case CHARGE -> {
        page.charged = page.charged.plus(amount);
        if (!page.charged.equals(transfer.total())) {
          throw new InvariantViolation(
              Invariant.PAID_ONCE, transfer + " was charged, and in all " + page.charged);
        }
      }
    }
    if (page.rest().millicredits() < 0) {
      throw new InvariantViolation(Invariant.PAID_ONCE, transfer + " leaves " + page.rest() + " held");
    }
  }

  private static Money once(Money before, Transfer transfer) {
    if (!before.equals(Money.ZERO)) {
      throw new InvariantViolation(Invariant.PAID_ONCE, transfer + " was booked before");
    }
    return transfer.amount();
  }

  private static void holdsNothing(Map<ReservationId, PartAccount> pages, BagState.Ended ended) {
    Money paid = Money.ZERO;
    for (Map.Entry<ReservationId, PartAccount> entry : pages.entrySet()) {
      paid = paid.plus(entry.getValue().charged);
      if (!entry.getValue().rest().equals(Money.ZERO)) {
        throw new InvariantViolation(
            Invariant.LEDGER_BALANCES,
            "%s has ended, and %s is held for %s"
                .formatted(ended.id(), entry.getValue().rest(), entry.getKey()));
      }
    }
    if (!paid.equals(ended.paid())) {
      throw new InvariantViolation(
          Invariant.LEDGER_BALANCES, "%s was paid, and the bag says %s".formatted(paid, ended));
    }
  }

  private static void matchesBag(Map<ReservationId, PartAccount> pages, BagState.Open open) {
    Money held = Money.ZERO;
    Money charged = Money.ZERO;
    for (PartAccount page : pages.values()) {
      held = held.plus(page.rest());
      charged = charged.plus(page.charged);
    }
    Money rest = Money.ZERO;
    for (RunningPart part : open.parts()) {
      Optional<PartContract> deal = part.contract();
      PartAccount page = pages.getOrDefault(part.id(), new PartAccount());
      rest = rest.plus(deal.map(PartContract::remaining).orElse(Money.ZERO));
      if (!page.held.equals(deal.map(PartContract::price).orElse(Money.ZERO))) {
        throw new InvariantViolation(Invariant.LEDGER_BALANCES, page.held + " is held for " + part);
      }
    }
    if (!held.equals(rest) || !charged.equals(open.paidSoFar())) {
      throw new InvariantViolation(
          Invariant.LEDGER_BALANCES,
          "%s is held and %s was paid, and the bag says %s".formatted(held, charged, open));
    }
  }
}

package tender.simulator.faults;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tender.core.ledger.Deal;
import tender.core.ledger.Transfer;
import tender.core.message.ReservationId;
import tender.core.metascheduler.BagState;
import tender.core.metascheduler.RunningPart;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.store.Transaction;

/** Keeps the books beside the market, and looks whether they say what the bags say. */
final class BookChecks {
  private final Map<BagId, Map<ReservationId, Page>> books = new LinkedHashMap<>();

  /** What was booked for a part. */
  private static final class Page {
    Money held = Money.ZERO;
    Money charged = Money.ZERO;
    Money released = Money.ZERO;
    Money penalty = Money.ZERO;

    Money rest() {
      return held.minus(charged).minus(released);
    }
  }

  void committed(Transaction transaction) {
    Map<ReservationId, Page> pages =
        books.computeIfAbsent(transaction.bag(), bag -> new LinkedHashMap<>());
    for (Transfer transfer : transaction.transfers()) {
      book(pages.computeIfAbsent(transfer.part(), part -> new Page()), transfer);
    }
    switch (transaction.state()) {
      case BagState.Ended ended -> holdsNothing(pages, ended);
      case BagState.Open open -> saysTheSame(pages, open);
    }
  }

  private static void book(Page page, Transfer transfer) {
    Money amount = transfer.amount();
    switch (transfer.kind()) {
      case HOLD -> page.held = once(page.held, transfer);
      case RELEASE -> page.released = once(page.released, transfer);
      case PENALTY -> page.penalty = once(page.penalty, transfer);
      case CHARGE -> {
        page.charged = page.charged.plus(amount);
        if (!page.charged.equals(transfer.total())) {
          throw new Violation(
              Invariant.PAID_ONCE, transfer + " was charged, and in all " + page.charged);
        }
      }
    }
    if (page.rest().millicredits() < 0) {
      throw new Violation(Invariant.PAID_ONCE, transfer + " leaves " + page.rest() + " held");
    }
  }

  private static Money once(Money before, Transfer transfer) {
    if (!before.equals(Money.ZERO)) {
      throw new Violation(Invariant.PAID_ONCE, transfer + " was booked before");
    }
    return transfer.amount();
  }

  private static void holdsNothing(Map<ReservationId, Page> pages, BagState.Ended ended) {
    Money paid = Money.ZERO;
    for (Map.Entry<ReservationId, Page> entry : pages.entrySet()) {
      paid = paid.plus(entry.getValue().charged);
      if (!entry.getValue().rest().equals(Money.ZERO)) {
        throw new Violation(
            Invariant.BOOKS_ADD_UP,
            "%s has ended, and %s is held for %s"
                .formatted(ended.id(), entry.getValue().rest(), entry.getKey()));
      }
    }
    if (!paid.equals(ended.paid())) {
      throw new Violation(
          Invariant.BOOKS_ADD_UP, "%s was paid, and the bag says %s".formatted(paid, ended));
    }
  }

  private static void saysTheSame(Map<ReservationId, Page> pages, BagState.Open open) {
    Money held = Money.ZERO;
    Money charged = Money.ZERO;
    for (Page page : pages.values()) {
      held = held.plus(page.rest());
      charged = charged.plus(page.charged);
    }
    Money rest = Money.ZERO;
    for (RunningPart part : open.parts()) {
      Optional<Deal> deal = part.deal();
      Page page = pages.getOrDefault(part.id(), new Page());
      rest = rest.plus(deal.map(Deal::rest).orElse(Money.ZERO));
      if (!page.held.equals(deal.map(Deal::price).orElse(Money.ZERO))) {
        throw new Violation(Invariant.BOOKS_ADD_UP, page.held + " is held for " + part);
      }
    }
    if (!held.equals(rest) || !charged.equals(open.paidSoFar())) {
      throw new Violation(
          Invariant.BOOKS_ADD_UP,
          "%s is held and %s was paid, and the bag says %s".formatted(held, charged, open));
    }
  }
}

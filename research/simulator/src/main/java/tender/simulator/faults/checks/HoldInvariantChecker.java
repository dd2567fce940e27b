package tender.simulator.faults.checks;

import java.util.HashSet;
import java.util.Set;
import tender.core.message.Message;
import tender.core.model.BagId;
import tender.core.store.OutboxMessage;
import tender.core.store.Transaction;

/** Checks that no part of another market's bag is committed before that market commits. */
final class HoldInvariantChecker {
  private final Set<BagId> owned = new HashSet<>();
  private final Set<BagId> committed = new HashSet<>();

  void owned(BagId bag) {
    owned.add(bag);
  }

  void committedByOwner(BagId bag) {
    committed.add(bag);
  }

  void committed(Transaction transaction) {
    if (!owned.contains(transaction.bag()) || committed.contains(transaction.bag())) {
      return;
    }
    for (OutboxMessage message : transaction.messages()) {
      if (message.message() instanceof Message.Commit commit) {
        throw new InvariantViolation(
            Invariant.HELD_UNTIL_COMMITTED,
            "%s was committed, but the market of %s has not committed to it"
                .formatted(commit.id(), transaction.bag()));
      }
    }
  }
}

package tender.simulator.faults.checks;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import tender.core.message.ReservationId;
import tender.core.metascheduler.state.BagState;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.store.OutboxMessage;
import tender.core.store.Transaction;

/**
 * Checks that no agent acts for another provider. It knows which site has really sent a message,
 * whatever identity the message was sent with.
 */
final class AccessInvariantChecker {
  private final Map<ProviderId, ? extends ObservedSite> sites;
  private final Set<OutboxMessage.Id> handled = new HashSet<>();
  private final Set<ReservationId> assignedParts = new HashSet<>();
  private final Map<ReservationId, TaskSet> delivered = new HashMap<>();

  /**
   * @param sites may be filled after construction
   */
  AccessInvariantChecker(Map<ProviderId, ? extends ObservedSite> sites) {
    this.sites = sites;
  }

  void handled(OutboxMessage.Id message) {
    handled.add(message);
  }

  void removed(OutboxMessage message) {
    if (!handled.contains(message.id())) {
      throw new InvariantViolation(
          Invariant.ACKNOWLEDGED_BY_ADDRESSEE,
          message + " was removed from the outbox, but its addressee has not handled it");
    }
  }

  void packStored(ProviderId sender, ReservationId part, TaskSet tasks) {
    if (!sender.equals(part.provider()) || !assignedParts.contains(part)) {
      throw new InvariantViolation(
          Invariant.RESULT_FROM_PART_OWNER,
          "Results of %s were stored, but %s sent them, which does not have that part"
              .formatted(part, sender));
    }
    delivered.merge(part, tasks, TaskSet::plus);
  }

  void committed(Transaction transaction) {
    if (transaction.state() instanceof BagState.Open open) {
      open.parts().forEach(part -> assignedParts.add(part.id()));
    }
    for (Transaction.AcceptedResults results : transaction.acceptedResults()) {
      TaskSet stored = delivered.getOrDefault(results.part(), TaskSet.empty());
      if (!stored.containsAll(results.tasks()) && !isByzantine(results.part().provider())) {
        throw new InvariantViolation(
            Invariant.RESULT_FROM_PART_OWNER,
            "Results of tasks %s of %s count, but its provider delivered only %s"
                .formatted(results.tasks(), results.part(), stored));
      }
    }
  }

  /** Whether the provider may report results of its own parts that it did not deliver. */
  private boolean isByzantine(ProviderId provider) {
    ObservedSite site = sites.get(provider);
    return site != null && site.isByzantine();
  }
}

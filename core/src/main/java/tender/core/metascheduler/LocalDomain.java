package tender.core.metascheduler;

import java.util.Optional;
import tender.core.compose.Composition;
import tender.core.metascheduler.state.Breach;
import tender.core.metascheduler.state.PlacementState;
import tender.core.model.TaskSet;
import tender.core.share.LocalDomainBroker;

/**
 * The local domain policy (Sulistio and Buyya, 4.2) for calls: only providers that share an
 * organisation with the user are called, until half of the time to the deadline is over. If their
 * offers do not suffice for the whole bag, they are called again at each review, because a bag is
 * promised as a whole; after half of the time all providers are called.
 */
final class LocalDomain {
  private LocalDomain() {}

  /** Whether a call at this time is restricted to local providers. */
  static boolean isLocalOnly(BagBuilder bag, long atMillis) {
    return bag.acceptancePolicy.localFirst()
        && !LocalDomainBroker.isHalfTimeOver(
            bag.bag.submittedMillis(), bag.deadlineMillis(), atMillis);
  }

  /** Whether local providers can do all tasks by the deadline and within the budget. */
  static boolean isSufficient(BagBuilder bag, Composition composition) {
    return composition.meetsDeadline()
        && bag.acceptancePolicy
            .budget()
            .filter(budget -> bag.committedMoney().plus(composition.price()).compareTo(budget) > 0)
            .isEmpty();
  }

  /** Waits for the next review, or for the end of the first half of the time. */
  static void awaitNextCall(
      BagBuilder bag, TaskSet tasks, Optional<Breach.ProviderFault> originalFault, long nowMillis) {
    long submittedMillis = bag.bag.submittedMillis();
    long halfTimeOverMillis = submittedMillis + (bag.deadlineMillis() - submittedMillis) / 2 + 1;
    long nextMillis =
        Math.min(halfTimeOverMillis, nowMillis + ShareBidding.reviewIntervalMillis(bag));
    bag.placement = Optional.of(new PlacementState.BackingOff(tasks, originalFault, nextMillis));
  }
}

package tender.simulator.faults.checks;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagState;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.store.OutboxMessage;
import tender.core.store.StoredBag;
import tender.core.store.Transaction;

/** Checks that the last call for a bag has reached every provider before the bag is refused. */
final class CallInvariantChecker {
  private final Map<ProviderId, ? extends ObservedSite> sites;
  private final Map<BagId, LastCall> lastCalls = new LinkedHashMap<>();

  /** The latest call for a bag, in all its waves. */
  private record LastCall(CallId call, Set<ProviderId> providers) {}

  /**
   * @param sites may be filled after construction
   */
  CallInvariantChecker(Map<ProviderId, ? extends ObservedSite> sites) {
    this.sites = sites;
  }

  void committed(Optional<StoredBag> before, Transaction transaction) {
    for (OutboxMessage message : transaction.messages()) {
      if (message.message() instanceof Message.Call call) {
        lastCalls
            .compute(
                transaction.bag(),
                (bag, last) ->
                    last == null || !last.call().equals(call.id())
                        ? new LastCall(call.id(), new TreeSet<>())
                        : last)
            .providers()
            .add(message.to());
      }
    }
    boolean refused =
        transaction.historyEvents().stream().anyMatch(CallInvariantChecker::isRefusal);
    if (refused && before.isPresent() && before.get().state() instanceof BagState.Open open) {
      checkAllCalled(open);
    }
  }

  private static boolean isRefusal(BagEffect effect) {
    return effect instanceof BagEffect.NoPromise none
        && switch (none.reason()) {
          case NO_OFFERS, INSUFFICIENT_OFFERS, RESERVATIONS_REFUSED -> true;
          case NOT_MATCHED_IN_TIME, INSUFFICIENT_FUNDS -> false;
        };
  }

  private void checkAllCalled(BagState.Open open) {
    Set<ProviderId> missing = new TreeSet<>(sites.keySet());
    LastCall last = lastCalls.get(open.id());
    if (last != null) {
      missing.removeAll(last.providers());
    }
    open.distrustedProviders().forEach(missing::remove);
    if (!missing.isEmpty()) {
      throw new InvariantViolation(
          Invariant.ALL_CALLED,
          "%s was refused without a call of %s".formatted(open.id(), missing));
    }
  }
}

package tender.simulator.faults.checks;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.state.Breach;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.store.Transaction;

/** Checks which provider a breach names, using observed events and not the bag's own record. */
final class BreachAttribution {
  private final Map<BagId, BagObservations> bags = new HashMap<>();

  /** The observed events of one bag. */
  private static final class BagObservations {
    Optional<CallId> promisedCall = Optional.empty();
    final Set<ProviderId> givenUp = new HashSet<>();
    final Map<ProviderId, Long> reportedEndMillis = new HashMap<>();
  }

  void promised(CallId call) {
    observations(call.bag()).promisedCall = Optional.of(call);
  }

  void providerGivenUp(ReservationId id) {
    observations(id.call().bag()).givenUp.add(id.provider());
  }

  void resultsReported(Message.Results results) {
    observations(results.call().bag())
        .reportedEndMillis
        .merge(results.provider(), results.lastEndedMillis(), Math::max);
  }

  /** A replacement is not blamed for lateness; the provider that was reported late is. */
  void check(Transaction transaction, Breach breach, boolean byzantine) {
    BagObservations seen = observations(transaction.bag());
    boolean givenUp = seen.givenUp.contains(breach.provider());
    boolean replacement =
        transaction.acceptedResults().stream()
            .anyMatch(results -> !Optional.of(results.part().call()).equals(seen.promisedCall));
    boolean late =
        breach.cause() != Breach.Cause.PROVIDER_LATE
            || seen.reportedEndMillis.getOrDefault(breach.provider(), Long.MIN_VALUE)
                > breach.promisedMillis();
    if (!givenUp && (replacement || (!late && !byzantine))) {
      throw new InvariantViolation(
          Invariant.PROMISE_KEPT_OR_BREACHED, "No observed event explains " + breach);
    }
  }

  private BagObservations observations(BagId bag) {
    return bags.computeIfAbsent(bag, id -> new BagObservations());
  }
}

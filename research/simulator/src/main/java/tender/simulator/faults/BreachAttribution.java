package tender.simulator.faults;

import tender.simulator.faults.checks.Invariant;
import tender.simulator.faults.checks.InvariantViolation;
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

/** Who can be blamed for a broken promise, by what was seen and not by what the bag says. */
final class BreachAttribution {
  private final Map<BagId, BagObservations> bags = new HashMap<>();

  /** What was seen of a bag. */
  private static final class BagObservations {
    Optional<CallId> promisedCall = Optional.empty();
    final Set<ProviderId> givenUp = new HashSet<>();
    final Map<ProviderId, Long> reportedEndMillis = new HashMap<>();
  }

  void promised(CallId in) {
    seen(in.bag()).promisedCall = Optional.of(in);
  }

  void providerGivenUp(ReservationId id) {
    seen(id.call().bag()).givenUp.add(id.provider());
  }

  void resultsReported(Message.Results results) {
    seen(results.call().bag())
        .reportedEndMillis
        .merge(results.provider(), results.lastEndedMillis(), Math::max);
  }

  /** Who makes up for somebody is not to blame for being late; who is said to be late is. */
  void check(Transaction transaction, Breach breach, boolean liar) {
    BagObservations seen = seen(transaction.bag());
    boolean gaveUp = seen.givenUp.contains(breach.provider());
    boolean substitute =
        transaction.acceptedResults().stream()
            .anyMatch(results -> !Optional.of(results.part().call()).equals(seen.promisedCall));
    boolean late =
        breach.cause() != Breach.Cause.PROVIDER_LATE
            || seen.reportedEndMillis.getOrDefault(breach.provider(), Long.MIN_VALUE)
                > breach.promisedMillis();
    if (!gaveUp && (substitute || (!late && !liar))) {
      throw new InvariantViolation(
          Invariant.PROMISE_KEPT_OR_BREACHED, "Nothing was seen that explains " + breach);
    }
  }

  private BagObservations seen(BagId bag) {
    return bags.computeIfAbsent(bag, id -> new BagObservations());
  }
}

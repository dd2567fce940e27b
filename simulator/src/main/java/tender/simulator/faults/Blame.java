package tender.simulator.faults;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.Breach;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.store.Transaction;

/** Who can be blamed for a broken promise, by what was seen and not by what the bag says. */
final class Blame {
  private final Map<BagId, Seen> bags = new HashMap<>();

  /** What was seen of a bag. */
  private static final class Seen {
    Optional<CallId> promisedIn = Optional.empty();
    final Set<ProviderId> givenUp = new HashSet<>();
    final Map<ProviderId, Long> saidEndedMillis = new HashMap<>();
  }

  void promised(CallId in) {
    seen(in.bag()).promisedIn = Optional.of(in);
  }

  void givenUp(ReservationId id) {
    seen(id.call().bag()).givenUp.add(id.provider());
  }

  void said(Message.Results results) {
    seen(results.call().bag())
        .saidEndedMillis
        .merge(results.provider(), results.endedMillis(), Math::max);
  }

  /** Who makes up for somebody is not to blame for being late; who is said to be late is. */
  void check(Transaction transaction, Breach breach, boolean liar) {
    Seen seen = seen(transaction.bag());
    boolean gaveUp = seen.givenUp.contains(breach.provider());
    boolean substitute =
        transaction.counted().stream()
            .anyMatch(results -> !Optional.of(results.by().call()).equals(seen.promisedIn));
    boolean late =
        breach.cause() != Breach.Cause.PROVIDER_LATE
            || seen.saidEndedMillis.getOrDefault(breach.provider(), Long.MIN_VALUE)
                > breach.promisedMillis();
    if (!gaveUp && (substitute || (!late && !liar))) {
      throw new Violation(
          Invariant.PROMISE_KEPT_OR_BREACHED, "Nothing was seen that explains " + breach);
    }
  }

  private Seen seen(BagId bag) {
    return bags.computeIfAbsent(bag, id -> new Seen());
  }
}

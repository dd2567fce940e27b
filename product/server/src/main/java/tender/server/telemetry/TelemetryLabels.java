package tender.server.telemetry;

import java.util.Optional;
import tender.core.message.ReservationId;
import tender.core.metascheduler.state.AcceptancePolicy;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.RunningPart;
import tender.core.store.Transaction;

/** Label values that metrics, log lines and spans share. */
final class TelemetryLabels {
  private TelemetryLabels() {}

  /** The mechanism that places a bag. */
  static String mechanism(AcceptancePolicy mandate) {
    if (mandate.valuation().isPresent()) {
      return "auction";
    }
    return mandate.bidStrategy().isPresent() ? "share" : "offers";
  }

  /** The outcome of the promise of an ended bag that had one. */
  static String outcome(BagState.Ended bag) {
    if (bag.breach().isPresent()) {
      return "broken";
    }
    return bag.ending() == BagState.Ending.DONE ? "kept" : "cancelled";
  }

  /** When a part was promised to end. A delivered part is no longer in the written state. */
  static long promisedMillis(
      Optional<BagState> before, Transaction transaction, ReservationId part) {
    if (before.orElse(null) instanceof BagState.Open open) {
      for (RunningPart running : open.parts()) {
        if (running.id().equals(part)) {
          return running.completionMillis();
        }
      }
    }
    for (BagEffect effect : transaction.historyEvents()) {
      if (effect instanceof BagEffect.PartPlaced placed && placed.part().equals(part)) {
        return placed.completionMillis();
      }
    }
    throw new IllegalArgumentException("Part " + part + " was delivered but never placed.");
  }
}

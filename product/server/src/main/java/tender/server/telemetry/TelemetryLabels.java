package tender.server.telemetry;

import java.util.Optional;
import tender.core.message.ReservationId;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.AcceptancePolicy;
import tender.core.metascheduler.state.RunningPart;
import tender.core.model.Bag;
import tender.core.store.Transaction;

/** How figures, log lines and spans name what they are about, all in the same words. */
final class TelemetryLabels {
  private TelemetryLabels() {}

  /** How a bag gets its places. */
  static String mechanism(AcceptancePolicy mandate) {
    if (mandate.valuation().isPresent()) {
      return "auction";
    }
    return mandate.bidStrategy().isPresent() ? "share" : "offers";
  }

  static Bag bag(BagState state) {
    return switch (state) {
      case BagState.Open open -> open.bag();
      case BagState.Ended ended -> ended.bag();
    };
  }

  /** What became of the promise of a bag that had one. */
  static String outcome(BagState.Ended bag) {
    if (bag.breach().isPresent()) {
      return "broken";
    }
    return bag.ending() == BagState.Ending.DONE ? "kept" : "given-back";
  }

  /** When a part was to end; a part that is done is no longer in what was written. */
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
    throw new IllegalArgumentException("The part " + part + " is delivered and was not placed.");
  }
}

package tender.server.engine.auction;

import java.util.List;
import tender.core.message.Message;
import tender.core.metascheduler.state.BagState;
import tender.core.model.FreeSlot;
import tender.core.offer.FreeSlots;
import tender.core.profile.ArrayProfile;
import tender.server.model.ClearingView.MatchView;
import tender.server.store.auction.AuctionSnapshot;
import tender.server.store.auction.RecentMatch;
import tender.server.store.auction.StoredSlotReport;

/**
 * The slots of a provider minus the matches that it could not know of when it published them.
 * Otherwise two cycles would assign the same processors.
 */
final class RemainingSlots {
  private final AuctionSnapshot snapshot;

  RemainingSlots(AuctionSnapshot snapshot) {
    this.snapshot = snapshot;
  }

  /** No slot starts earlier than a new job could start there. */
  List<FreeSlot> of(StoredSlotReport published) {
    Message.SlotsPublished report = published.report();
    long fromMillis = snapshot.nowMillis() + report.leadMillis();
    ArrayProfile free = ArrayProfile.of(fromMillis, 0);
    for (FreeSlot slot : report.slots()) {
      if (slot.untilMillis() > fromMillis) {
        free.release(
            Math.max(slot.fromMillis(), fromMillis), slot.untilMillis(), slot.processors());
      }
    }
    for (RecentMatch recent : snapshot.recent()) {
      if (recent.match().provider().equals(report.provider())
          && !isAccountedFor(recent, published)) {
        take(free, recent.match());
      }
    }
    return FreeSlots.of(free);
  }

  /**
   * Whether the published slots already account for a match, or the match has failed. A provider
   * publishes on one stream, so slots that arrive after its confirmation of a match include it.
   */
  private static boolean isAccountedFor(RecentMatch recent, StoredSlotReport published) {
    if (recent.promisedMillis().isPresent()) {
      return recent.promisedMillis().getAsLong() < published.storedMillis();
    }
    return !(recent.state() instanceof BagState.Open open) || open.isBidding();
  }

  /** Removes the match from the slots, as far as they have capacity. */
  private static void take(ArrayProfile free, MatchView match) {
    ArrayProfile before = free.copy();
    for (int step = 0; step < before.steps(); step++) {
      long fromMillis = Math.max(match.startMillis(), before.stepFromMillis(step));
      long untilMillis = Math.min(match.endMillis(), before.stepUntilMillis(step));
      int processors = Math.min(match.processors(), before.stepFree(step));
      if (fromMillis < untilMillis && processors > 0) {
        free.take(fromMillis, untilMillis, processors);
      }
    }
  }
}

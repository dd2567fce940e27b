package tender.server.engine.auction;

import java.util.List;
import tender.core.message.Message;
import tender.core.metascheduler.state.BagState;
import tender.core.model.FreeSlot;
import tender.core.offer.FreeSlots;
import tender.core.profile.ArrayProfile;
import tender.server.model.ClearingView.MatchView;
import tender.server.store.auction.AuctionSnapshot;
import tender.server.store.auction.StoredSlotReport;
import tender.server.store.auction.RecentMatch;

/**
 * What is left of the slots that a provider told, beside the matches that it could not know of when
 * it told them: else two cycles would give the same processors away.
 */
final class RemainingSlots {
  private final AuctionSnapshot situation;

  RemainingSlots(AuctionSnapshot situation) {
    this.situation = situation;
  }

  /** None begins earlier than something new could start there. */
  List<FreeSlot> of(StoredSlotReport published) {
    Message.SlotsPublished report = published.report();
    long fromMillis = situation.nowMillis() + report.leadMillis();
    ArrayProfile free = ArrayProfile.of(fromMillis, 0);
    for (FreeSlot slot : report.slots()) {
      if (slot.untilMillis() > fromMillis) {
        free.release(Math.max(slot.fromMillis(), fromMillis), slot.untilMillis(), slot.processors());
      }
    }
    for (RecentMatch recent : situation.recent()) {
      if (recent.match().provider().equals(report.provider()) && !isCounted(recent, published)) {
        take(free, recent.match());
      }
    }
    return FreeSlots.of(free);
  }

  /**
   * Whether the provider counted it already, or need not count it any more. A provider tells on one
   * stream, so what it told after it had confirmed the match counts that in.
   */
  private static boolean isCounted(RecentMatch recent, StoredSlotReport published) {
    if (recent.promisedMillis().isPresent()) {
      return recent.promisedMillis().getAsLong() < published.storedMillis();
    }
    return !(recent.state() instanceof BagState.Open open) || open.isBidding();
  }

  /** As much of it as the slots have. */
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

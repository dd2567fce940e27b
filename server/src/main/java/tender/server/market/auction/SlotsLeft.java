package tender.server.market.auction;

import java.util.List;
import tender.core.message.Message;
import tender.core.metascheduler.BagState;
import tender.core.model.FreeSlot;
import tender.core.offer.FreeSlots;
import tender.core.profile.ArrayProfile;
import tender.server.market.view.ClearingView.MatchView;
import tender.server.store.AuctionSituation;
import tender.server.store.Published;
import tender.server.store.RecentMatch;

/**
 * What is left of the slots that a provider told, beside the matches that it could not know of when
 * it told them: else two cycles would give the same processors away.
 */
final class SlotsLeft {
  private final AuctionSituation situation;

  SlotsLeft(AuctionSituation situation) {
    this.situation = situation;
  }

  /** None begins earlier than something new could start there. */
  List<FreeSlot> of(Published published) {
    Message.Published report = published.report();
    long fromMillis = situation.nowMillis() + report.leadMillis();
    ArrayProfile free = ArrayProfile.of(fromMillis, 0);
    for (FreeSlot slot : report.slots()) {
      if (slot.untilMillis() > fromMillis) {
        free.give(Math.max(slot.fromMillis(), fromMillis), slot.untilMillis(), slot.processors());
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
  private static boolean isCounted(RecentMatch recent, Published published) {
    if (recent.promisedMillis().isPresent()) {
      return recent.promisedMillis().getAsLong() < published.storedMillis();
    }
    return !(recent.state() instanceof BagState.Open open) || open.isBidding();
  }

  /** As much of it as the slots have. */
  private static void take(ArrayProfile free, MatchView match) {
    ArrayProfile before = free.branch();
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

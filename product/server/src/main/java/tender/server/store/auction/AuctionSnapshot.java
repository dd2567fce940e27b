package tender.server.store.auction;

import java.util.List;
import tender.core.metascheduler.state.BagState;

/**
 * The input of an auction cycle.
 *
 * @param bidding the bags that bid, including those that pause after a failed match
 * @param published recent reports of connected providers
 */
public record AuctionSnapshot(
    long nowMillis,
    List<BagState.Open> bidding,
    List<StoredSlotReport> published,
    List<RecentMatch> recent) {
  public AuctionSnapshot {
    bidding = List.copyOf(bidding);
    published = List.copyOf(published);
    recent = List.copyOf(recent);
  }
}

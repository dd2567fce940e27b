package tender.server.store.auction;

import java.util.List;
import tender.core.metascheduler.state.BagState;

/**
 * All that is known as a cycle of the auction is cleared.
 *
 * @param bidding the bags that bid, be it that they pause after a match that came to nothing
 * @param published by providers that are connected, and not long ago
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

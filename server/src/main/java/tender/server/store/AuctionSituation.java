package tender.server.store;

import java.util.List;
import tender.core.metascheduler.BagState;

/**
 * All that is known as a cycle of the auction is cleared.
 *
 * @param bidding the bags that bid, be it that they pause after a match that came to nothing
 * @param published by providers that are connected, and not long ago
 */
public record AuctionSituation(
    long nowMillis,
    List<BagState.Open> bidding,
    List<Published> published,
    List<RecentMatch> recent) {
  public AuctionSituation {
    bidding = List.copyOf(bidding);
    published = List.copyOf(published);
    recent = List.copyOf(recent);
  }
}

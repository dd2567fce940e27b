package tender.server.api.view;

import java.util.List;
import java.util.Map;
import tender.core.model.BagId;
import tender.server.model.ClearingView;

/**
 * The auction as a user sees it. Bids and asks are public; the owners of bags are not.
 *
 * @param clearings the latest cycles, most recent first
 * @param own the names of the user's own bags in them
 */
public record AuctionView(List<ClearingView> clearings, Map<BagId, String> own) {
  public AuctionView {
    clearings = List.copyOf(clearings);
    own = Map.copyOf(own);
  }
}

package tender.server.api.view;

import tender.server.model.ClearingView;
import java.util.List;
import java.util.Map;
import tender.core.model.BagId;

/**
 * The auction as a person sees it: bids and asks are everybody's to know, whose bag is whose is
 * not.
 *
 * @param clearings the last ones, latest first
 * @param own those of the bags in them that are the person's, by name
 */
public record AuctionView(List<ClearingView> clearings, Map<BagId, String> own) {
  public AuctionView {
    clearings = List.copyOf(clearings);
    own = Map.copyOf(own);
  }
}

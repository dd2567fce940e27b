package tender.server.api;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.server.api.view.AuctionView;
import tender.server.model.ClearingView;

/** The auction of the {@link InMemoryBagApi}: one cycle with one match and one waiting bid. */
final class InMemoryAuction {
  private InMemoryAuction() {}

  static AuctionView view(long nowMillis, int limit) {
    BagId own = new BagId("b1");
    BagId other = new BagId("b2");
    Money valuation = new Money(120_000);
    ClearingView clearing =
        new ClearingView(
            nowMillis,
            "dam",
            0,
            List.of(
                new ClearingView.AskView(
                    InMemoryBagApi.FIRST, 16, new Money(500), OptionalDouble.of(0)),
                new ClearingView.AskView(
                    InMemoryBagApi.SECOND, 8, Money.ZERO, OptionalDouble.empty())),
            List.of(
                new ClearingView.MatchView(
                    own,
                    InMemoryBagApi.FIRST,
                    2,
                    4,
                    1.5,
                    0,
                    nowMillis + 20_000,
                    nowMillis + 80_000)),
            List.of(
                new ClearingView.BidView(
                    other, 16, valuation, nowMillis + 90_000, OptionalDouble.of(0.75))),
            List.of());
    return new AuctionView(List.of(clearing).subList(0, Math.min(limit, 1)), Map.of(own, "mine"));
  }
}

package tender.server.rest.json;

import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import tender.server.api.view.AuctionView;
import tender.server.model.ClearingView;

/** The latest auction cycles as JSON. Only the owner of a bag sees its name. */
public record AuctionJson(List<ClearingJson> clearings) {

  /** The result of a cycle. */
  record ClearingJson(
      Instant at,
      String policy,
      List<AskJson> asks,
      List<MatchJson> matches,
      List<BidJson> waiting,
      List<BidJson> infeasible) {}

  /** The ask of a provider. */
  record AskJson(
      String provider, int processors, String pricePerProcessorHour, @Nullable Double ask) {}

  /** Tasks of a bag that were matched with a provider. */
  record MatchJson(
      String bag,
      @Nullable String name,
      int tasks,
      int processors,
      double bid,
      String provider,
      double ask,
      Instant start) {}

  /** A bag that was not matched. */
  record BidJson(
      String bag,
      @Nullable String name,
      long processors,
      String valuation,
      Instant deadline,
      @Nullable Double bid) {}

  public static AuctionJson of(AuctionView auction) {
    return new AuctionJson(
        auction.clearings().stream().map(clearing -> clearing(auction, clearing)).toList());
  }

  private static ClearingJson clearing(AuctionView auction, ClearingView clearing) {
    return new ClearingJson(
        Instant.ofEpochMilli(clearing.atMillis()),
        clearing.policy(),
        clearing.asks().stream().map(AuctionJson::ask).toList(),
        clearing.matches().stream().map(match -> match(auction, match)).toList(),
        clearing.waiting().stream().map(bid -> bid(auction, bid)).toList(),
        clearing.infeasible().stream().map(bid -> bid(auction, bid)).toList());
  }

  private static AskJson ask(ClearingView.AskView ask) {
    return new AskJson(
        ask.provider().value(),
        ask.processors(),
        ask.pricePerProcessorHour().toString(),
        numberOrNull(ask.ask()));
  }

  private static MatchJson match(AuctionView auction, ClearingView.MatchView match) {
    return new MatchJson(
        match.bag().value(),
        auction.own().get(match.bag()),
        match.tasks(),
        match.processors(),
        match.bid(),
        match.provider().value(),
        match.ask(),
        Instant.ofEpochMilli(match.startMillis()));
  }

  private static BidJson bid(AuctionView auction, ClearingView.BidView bid) {
    return new BidJson(
        bid.bag().value(),
        auction.own().get(bid.bag()),
        bid.processors(),
        bid.valuation().toString(),
        Instant.ofEpochMilli(bid.deadlineMillis()),
        numberOrNull(bid.bid()));
  }

  private static @Nullable Double numberOrNull(OptionalDouble number) {
    return number.isPresent() ? number.getAsDouble() : null;
  }
}

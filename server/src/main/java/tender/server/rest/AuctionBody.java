package tender.server.rest;

import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import tender.server.market.view.AuctionView;
import tender.server.market.view.ClearingView;

/** The last cycles of the auction, as JSON. The name of a bag is told to its owner only. */
record AuctionBody(List<ClearingBody> clearings) {

  /** How a cycle ended. */
  record ClearingBody(
      Instant at,
      String policy,
      List<AskBody> asks,
      List<MatchBody> matches,
      List<BidBody> waiting,
      List<BidBody> hopeless) {}

  /** What a provider asked. */
  record AskBody(
      String provider, int processors, String pricePerProcessorHour, @Nullable Double ask) {}

  /** A bag that was matched. */
  record MatchBody(
      String bag,
      @Nullable String name,
      int processors,
      double bid,
      String provider,
      double ask,
      Instant start) {}

  /** A bag that was not. */
  record BidBody(
      String bag,
      @Nullable String name,
      int processors,
      String valuation,
      Instant deadline,
      @Nullable Double bid) {}

  static AuctionBody of(AuctionView auction) {
    return new AuctionBody(
        auction.clearings().stream().map(clearing -> clearing(auction, clearing)).toList());
  }

  private static ClearingBody clearing(AuctionView auction, ClearingView clearing) {
    return new ClearingBody(
        Instant.ofEpochMilli(clearing.atMillis()),
        clearing.policy(),
        clearing.asks().stream().map(AuctionBody::ask).toList(),
        clearing.matches().stream().map(match -> match(auction, match)).toList(),
        clearing.waiting().stream().map(bid -> bid(auction, bid)).toList(),
        clearing.hopeless().stream().map(bid -> bid(auction, bid)).toList());
  }

  private static AskBody ask(ClearingView.AskView ask) {
    return new AskBody(
        ask.provider().value(),
        ask.processors(),
        ask.pricePerProcessorHour().toString(),
        numberOrNull(ask.ask()));
  }

  private static MatchBody match(AuctionView auction, ClearingView.MatchView match) {
    return new MatchBody(
        match.bag().value(),
        auction.own().get(match.bag()),
        match.processors(),
        match.bid(),
        match.provider().value(),
        match.ask(),
        Instant.ofEpochMilli(match.startMillis()));
  }

  private static BidBody bid(AuctionView auction, ClearingView.BidView bid) {
    return new BidBody(
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

package tender.cli.inspect;

import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tender.cli.client.response.AuctionResponse;
import tender.cli.output.Table;
import tender.cli.output.TextPage;
import tender.cli.output.TimeFormat;
import tender.support.input.Printable;

/** The text output of {@code tender auction}. */
final class AuctionReport {
  private final Instant now;

  AuctionReport(Instant now) {
    this.now = now;
  }

  void print(TextPage page, AuctionResponse auction) {
    if (auction.clearings().isEmpty()) {
      page.line("No bag has bid in the auction yet.");
      page.line("To bid, write \"mechanism: auction\" in the bag file.");
      return;
    }
    for (AuctionResponse.Clearing clearing : auction.clearings()) {
      print(page, clearing);
    }
  }

  private void print(TextPage page, AuctionResponse.Clearing clearing) {
    page.heading(
        "Cleared at %s by %s: %d matched, %d waiting, %d infeasible"
            .formatted(
                TimeFormat.relative(now, clearing.at()),
                Printable.of(clearing.policy()),
                clearing.matchedBags(),
                clearing.waiting().size(),
                clearing.infeasible().size()));
    if (clearing.asks().isEmpty()) {
      page.line("No provider published free slots.");
    } else {
      page.heading("Asks");
      page.table(asks(), clearing.asks());
    }
    page.section("Matched", matches(), clearing.matches());
    page.section("Waiting", bids(), clearing.waiting());
    page.section("Infeasible: no provider can meet the deadline", bids(), clearing.infeasible());
  }

  private static Table<AuctionResponse.Ask> asks() {
    return new Table<AuctionResponse.Ask>()
        .text("PROVIDER", ask -> Printable.of(ask.provider()))
        .number("PROCESSORS", AuctionResponse.Ask::processors)
        .number("PRICE AN HOUR", AuctionResponse.Ask::pricePerProcessorHour)
        .number("ASK", ask -> value(ask.ask()));
  }

  private static Table<AuctionResponse.Match> matches() {
    return new Table<AuctionResponse.Match>()
        .text("BAG", AuctionResponse.Match::bag)
        .text("YOURS", match -> own(match.name()))
        .number("TASKS", AuctionResponse.Match::tasks)
        .number("PROCESSORS", AuctionResponse.Match::processors)
        .number("BID", match -> value(match.bid()))
        .text("PROVIDER", match -> Printable.of(match.provider()))
        .number("ASK", match -> value(match.ask()))
        .text("STARTS BY", match -> TimeFormat.local(match.start()));
  }

  private static Table<AuctionResponse.Bid> bids() {
    return new Table<AuctionResponse.Bid>()
        .text("BAG", AuctionResponse.Bid::bag)
        .text("YOURS", bid -> own(bid.name()))
        .number("PROCESSORS", AuctionResponse.Bid::processors)
        .number("WORTH", AuctionResponse.Bid::valuation)
        .text("DEADLINE", bid -> TimeFormat.local(bid.deadline()))
        .number("BID", bid -> value(bid.bid()));
  }

  private static String own(@Nullable String name) {
    return name == null ? "-" : Printable.of(name);
  }

  /** Bids and asks are only compared with each other; they are not credits. */
  private static String value(@Nullable Double value) {
    return value == null ? "-" : String.format(Locale.ROOT, "%.4g", value);
  }
}

package tender.cli.inspect;

import tender.cli.client.AuctionResponse;
import tender.cli.output.TimeFormat;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tender.cli.input.Printable;
import tender.cli.output.TextPage;
import tender.cli.output.Table;

/** Cycles of the auction for people. */
final class AuctionReport {
  private final Instant now;

  AuctionReport(Instant now) {
    this.now = now;
  }

  void print(TextPage page, AuctionResponse auction) {
    if (auction.clearings().isEmpty()) {
      page.line("Nobody has bid in the auction yet.");
      page.line("A bag bids that has \"mechanism: auction\" in its file.");
      return;
    }
    for (AuctionResponse.Clearing clearing : auction.clearings()) {
      print(page, clearing);
    }
  }

  private void print(TextPage page, AuctionResponse.Clearing clearing) {
    page.heading(
        "Cleared at %s by %s: %d matched, %d wait, %d too late"
            .formatted(
                TimeFormat.relative(now, clearing.at()),
                Printable.of(clearing.policy()),
                clearing.matches().size(),
                clearing.waiting().size(),
                clearing.hopeless().size()));
    if (clearing.asks().isEmpty()) {
      page.line("No provider told what stands free.");
    } else {
      page.heading("Asks");
      page.table(asks(), clearing.asks());
    }
    if (!clearing.matches().isEmpty()) {
      page.heading("Matched");
      page.table(matches(), clearing.matches());
    }
    printBids(page, "Waiting", clearing.waiting());
    printBids(page, "Too late for everybody", clearing.hopeless());
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
        .number("PROCESSORS", AuctionResponse.Match::processors)
        .number("BID", match -> value(match.bid()))
        .text("PROVIDER", match -> Printable.of(match.provider()))
        .number("ASK", match -> value(match.ask()))
        .text("STARTS BY", match -> TimeFormat.local(match.start()));
  }

  private static void printBids(TextPage page, String heading, List<AuctionResponse.Bid> bids) {
    if (!bids.isEmpty()) {
      page.heading(heading);
      page.table(
          new Table<AuctionResponse.Bid>()
              .text("BAG", AuctionResponse.Bid::bag)
              .text("YOURS", bid -> own(bid.name()))
              .number("PROCESSORS", AuctionResponse.Bid::processors)
              .number("WORTH", AuctionResponse.Bid::valuation)
              .text("DEADLINE", bid -> TimeFormat.local(bid.deadline()))
              .number("BID", bid -> value(bid.bid())),
          bids);
    }
  }

  private static String own(@Nullable String name) {
    return name == null ? "-" : Printable.of(name);
  }

  /** Bids and asks are compared with each other, and mean nothing by themselves. */
  private static String value(@Nullable Double value) {
    return value == null ? "-" : String.format(Locale.ROOT, "%.4g", value);
  }
}

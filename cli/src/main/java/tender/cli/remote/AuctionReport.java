package tender.cli.remote;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tender.cli.input.Printable;
import tender.cli.output.Page;
import tender.cli.output.Table;

/** Cycles of the auction for people. */
final class AuctionReport {
  private final Instant now;

  AuctionReport(Instant now) {
    this.now = now;
  }

  void print(Page page, Auction auction) {
    if (auction.clearings().isEmpty()) {
      page.sentence("Nobody has bid in the auction yet.");
      page.sentence("A bag bids that has \"mechanism: auction\" in its file.");
      return;
    }
    for (Auction.Clearing clearing : auction.clearings()) {
      print(page, clearing);
    }
  }

  private void print(Page page, Auction.Clearing clearing) {
    page.heading(
        "Cleared at %s by %s: %d matched, %d wait, %d too late"
            .formatted(
                Moment.from(now, clearing.at()),
                Printable.of(clearing.policy()),
                clearing.matches().size(),
                clearing.waiting().size(),
                clearing.hopeless().size()));
    if (clearing.asks().isEmpty()) {
      page.sentence("No provider told what stands free.");
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

  private static Table<Auction.Ask> asks() {
    return new Table<Auction.Ask>()
        .text("PROVIDER", ask -> Printable.of(ask.provider()))
        .number("PROCESSORS", Auction.Ask::processors)
        .number("PRICE AN HOUR", Auction.Ask::pricePerProcessorHour)
        .number("ASK", ask -> value(ask.ask()));
  }

  private static Table<Auction.Match> matches() {
    return new Table<Auction.Match>()
        .text("BAG", Auction.Match::bag)
        .text("YOURS", match -> own(match.name()))
        .number("PROCESSORS", Auction.Match::processors)
        .number("BID", match -> value(match.bid()))
        .text("PROVIDER", match -> Printable.of(match.provider()))
        .number("ASK", match -> value(match.ask()))
        .text("STARTS BY", match -> Moment.at(match.start()));
  }

  private static void printBids(Page page, String heading, List<Auction.Bid> bids) {
    if (!bids.isEmpty()) {
      page.heading(heading);
      page.table(
          new Table<Auction.Bid>()
              .text("BAG", Auction.Bid::bag)
              .text("YOURS", bid -> own(bid.name()))
              .number("PROCESSORS", Auction.Bid::processors)
              .number("WORTH", Auction.Bid::valuation)
              .text("DEADLINE", bid -> Moment.at(bid.deadline()))
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

package tender.cli.client.response;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The last clearings of the auction, as the server returns them and {@code -o json} prints them.
 */
public record AuctionResponse(List<Clearing> clearings) {

  /** The result of an auction cycle. */
  public record Clearing(
      Instant at,
      String policy,
      List<Ask> asks,
      List<Match> matches,
      List<Bid> waiting,
      List<Bid> infeasible) {
    /** How many bags were matched; a bag may have several matches. */
    public long matchedBags() {
      return matches.stream().map(Match::bag).distinct().count();
    }
  }

  /** A provider's ask. */
  public record Ask(
      String provider, int processors, String pricePerProcessorHour, @Nullable Double ask) {}

  /** Matched tasks of a bag; without a name if it belongs to another user. */
  public record Match(
      String bag,
      @Nullable String name,
      int tasks,
      int processors,
      double bid,
      String provider,
      double ask,
      Instant start) {}

  /** An unmatched bag. */
  public record Bid(
      String bag,
      @Nullable String name,
      long processors,
      String valuation,
      Instant deadline,
      @Nullable Double bid) {}
}

package tender.cli.client;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The last cycles of the auction, as the market tells of them and {@code -o json} prints them. */
public record AuctionResponse(List<Clearing> clearings) {

  /** How a cycle ended. */
  public record Clearing(
      Instant at,
      String policy,
      List<Ask> asks,
      List<Match> matches,
      List<Bid> waiting,
      List<Bid> hopeless) {}

  /** What a provider asked. */
  public record Ask(String provider, int processors, String pricePerProcessorHour, @Nullable Double ask) {}

  /** A bag that was matched; of another person's there is no name. */
  public record Match(
      String bag,
      @Nullable String name,
      int processors,
      double bid,
      String provider,
      double ask,
      Instant start) {}

  /** A bag that was not. */
  public record Bid(
      String bag,
      @Nullable String name,
      int processors,
      String valuation,
      Instant deadline,
      @Nullable Double bid) {}
}

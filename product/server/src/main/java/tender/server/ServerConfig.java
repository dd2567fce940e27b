package tender.server;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tender.core.compose.CompositionPolicy;
import tender.core.compose.CompositionPolicies;
import tender.core.metascheduler.TimeoutConfig;
import tender.core.model.Money;
import tender.core.model.Time;
import tender.server.engine.MarketRules;
import tender.server.engine.auction.AuctionSettings;
import tender.support.http.TlsFiles;

/**
 * A server's settings, as a market's operator writes them.
 *
 * @param database where PostgreSQL is, as a JDBC address with user and password
 * @param people where people's programs call, as {@code host:port}
 * @param agents where agents call, as {@code host:port}
 * @param names by which agents call this server; its certificate is made out to them
 * @param certificate and key, in PEM files, with which people's programs are answered over TLS;
 *     without them, over plain HTTP, which is for loopback only
 * @param policy by which offers are composed
 * @param auctionPolicy by which the auction is cleared
 * @param auctionSeconds how long a cycle of it takes
 * @param penaltyPercent which share of its price a part's provider pays if it breaks its promise
 * @param peopleMayOwe credits that who is added may owe; without it, any number
 * @param metrics where Prometheus asks, as {@code host:port}; without it, nowhere
 * @param traces where OpenTelemetry's collector listens, as an address of HTTP; without it, nothing
 *     is traced
 */
public record ServerConfig(
    String database,
    Optional<String> people,
    Optional<String> agents,
    Optional<List<String>> names,
    Optional<Path> certificate,
    Optional<Path> key,
    Optional<String> policy,
    Optional<Double> answerSeconds,
    Optional<Double> inquireSeconds,
    Optional<Double> overdueSeconds,
    Optional<Double> agreeSeconds,
    Optional<Integer> connections,
    Optional<String> auctionPolicy,
    Optional<Double> auctionSeconds,
    Optional<Double> penaltyPercent,
    Optional<Double> peopleMayOwe,
    Optional<String> metrics,
    Optional<String> traces) {
  static final String DEFAULT_PEOPLE = "127.0.0.1:7480";
  static final String DEFAULT_AGENTS = "127.0.0.1:7443";

  private static final double ANSWER_SECONDS = 2;
  private static final double INQUIRE_SECONDS = 10;
  private static final double OVERDUE_SECONDS = 60;
  private static final double AGREE_SECONDS = 60;
  private static final long CLOCK_TOLERANCE_MILLIS = 5 * Time.SECOND_MILLIS;
  private static final int CONNECTIONS = 10;
  private static final int MOST_PERCENT = 100;
  private static final int PERMILLE_PER_PERCENT = 10;
  private static final int MOST_SECONDS = 7 * 24 * 3_600;
  private static final double MOST_CREDITS = 1e12;

  public ServerConfig {
    if (database == null) {
      throw new IllegalArgumentException(
          "The setting 'database' is missing: where PostgreSQL is, such as"
              + " jdbc:postgresql://127.0.0.1:5432/tender?user=tender&password=….");
    }
    if (certificate.isPresent() != key.isPresent()) {
      throw new IllegalArgumentException(
          "The setting '%s' is given without '%s'. Give both, for TLS, or neither."
              .formatted(
                  certificate.isPresent() ? "certificate" : "key",
                  certificate.isPresent() ? "key" : "certificate"));
    }
  }

  /** The files of TLS, if it is spoken; they are there. */
  Optional<TlsFiles> tls() {
    certificate.ifPresent(file -> requireFile(file, "certificate"));
    key.ifPresent(file -> requireFile(file, "key"));
    return certificate.flatMap(chain -> key.map(own -> new TlsFiles(chain, own)));
  }

  private static void requireFile(Path file, String setting) {
    if (!Files.isReadable(file)) {
      throw new IllegalArgumentException(
          "The setting '"
              + setting
              + "' is "
              + file
              + ", and there is no such file that the server may read. Name a PEM file.");
    }
  }

  MarketRules marketRules() {
    return new MarketRules(composer(), patience(), penaltyPermille());
  }

  private int penaltyPermille() {
    double percent = penaltyPercent.orElse(0.0);
    if (!(percent >= 0 && percent <= MOST_PERCENT)) {
      throw new IllegalArgumentException(
          "The setting 'penalty_percent' is " + percent + ", and must be from 0 to 100.");
    }
    return (int) Math.round(percent * PERMILLE_PER_PERCENT);
  }

  /** What a person may owe who is added; nothing, if any amount. */
  Optional<Money> initialCreditLimit() {
    peopleMayOwe.ifPresent(
        credits -> {
          if (!(credits >= 0 && credits <= MOST_CREDITS)) {
            throw new IllegalArgumentException(
                "The setting 'people_may_owe' is "
                    + credits
                    + " credits, and must not be below 0.");
          }
        });
    return peopleMayOwe.map(credits -> new Money(Math.round(credits * 1_000)));
  }

  private TimeoutConfig patience() {
    return new TimeoutConfig(
        millis(answerSeconds, ANSWER_SECONDS, "answer_seconds"),
        millis(inquireSeconds, INQUIRE_SECONDS, "inquire_seconds"),
        millis(overdueSeconds, OVERDUE_SECONDS, "overdue_seconds"),
        millis(agreeSeconds, AGREE_SECONDS, "agree_seconds"),
        CLOCK_TOLERANCE_MILLIS);
  }

  private static long millis(Optional<Double> given, double otherwise, String setting) {
    double seconds = given.orElse(otherwise);
    if (!(seconds > 0 && seconds <= MOST_SECONDS)) {
      throw new IllegalArgumentException(
          "The setting '%s' is %s, and must be a number of seconds above 0, up to %d."
              .formatted(setting, seconds, MOST_SECONDS));
    }
    return Math.max(1, Math.round(seconds * Time.SECOND_MILLIS));
  }

  CompositionPolicy composer() {
    String name = policy.orElse("earliest");
    CompositionPolicy composer = CompositionPolicies.all().get(name);
    if (composer == null) {
      throw new IllegalArgumentException(
          "The setting 'policy' is '"
              + name
              + "', and must be one of "
              + String.join(", ", CompositionPolicies.all().keySet())
              + ".");
    }
    return composer;
  }

  AuctionSettings auction() {
    AuctionSettings usual = AuctionSettings.DEFAULT;
    return new AuctionSettings(
        auctionPolicy.orElse(usual.policy()),
        millis(
            auctionSeconds, usual.cycleMillis() / (double) Time.SECOND_MILLIS, "auction_seconds"));
  }

  int maxConnections() {
    return connections.orElse(CONNECTIONS);
  }
}

package tender.server.rest;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tender.core.message.Message;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.Time;
import tender.server.model.Requirements;
import tender.support.http.ResponseJson;
import tender.support.http.ProblemException;
import tender.bagfile.Digest;

/** Makes of texts in a request what they are meant to be, or says what is wrong with them. */
final class RequestParser {
  private static final Pattern MONEY = Pattern.compile("\\d{1,15}(\\.\\d{1,3})?");
  private static final String AUCTION = "auction";
  private static final String SHARE = "share";
  private static final Pattern KEY = Pattern.compile("[!-~]{1,200}");

  private RequestParser() {}

  static BagId bagId(ServerRequest request) {
    String id = request.path().pathParameters().get("id");
    try {
      return new BagId(id);
    } catch (IllegalArgumentException e) {
      throw ProblemException.notFound(
          "You have no bag \"" + ResponseJson.abbreviate(id) + "\".", "GET /v1/bags lists those you have.");
    }
  }

  /** Which bag a path is about, if it is about one, for the log. */
  static Optional<BagId> bagIdInPath(String path) {
    String[] steps = path.split("/", -1);
    try {
      return steps.length > 3 && steps[2].equals("bags")
          ? Optional.of(new BagId(steps[3]))
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  static Digest digest(String text) {
    try {
      return new Digest(text);
    } catch (IllegalArgumentException e) {
      throw ProblemException.unprocessable(
          "\"" + ResponseJson.abbreviate(text) + "\" is no digest.",
          "Send the SHA-256 of the content in 64 lower-case hexadecimal digits.");
    }
  }

  static String idempotencyKey(ServerRequest request) {
    String key =
        request
            .headers()
            .first(HeaderNames.create("Idempotency-Key"))
            .orElseThrow(() -> badKey("There is no header Idempotency-Key."));
    if (!KEY.matcher(key).matches()) {
      throw badKey("The header Idempotency-Key has other than 1 to 200 visible ASCII characters.");
    }
    return key;
  }

  private static ProblemException badKey(String detail) {
    return ProblemException.badRequest(
        detail,
        "Make one for each bag, such as a random UUID, and keep it when you send it again.");
  }

  static Requirements requirements(@Nullable String deadline, @Nullable String budget, boolean ask) {
    OptionalLong deadlineMillis =
        deadline == null
            ? OptionalLong.empty()
            : OptionalLong.of(instantMillis("deadline", deadline));
    return new Requirements(
        deadlineMillis, Optional.ofNullable(budget).map(text -> money("budget", text)), ask);
  }

  /** Whether the earliest end within the budget is wanted, in place of the least cost. */
  static boolean optimiseTime(@Nullable String optimise) {
    return switch (optimise) {
      case null -> false;
      case "cost" -> false;
      case "time" -> true;
      default ->
          throw ProblemException.unprocessable(
              "optimise is \"" + ResponseJson.abbreviate(optimise) + "\", which is not known.",
              "Write \"cost\" or \"time\", or leave it out.");
    };
  }

  /** Of a bag that bids in the auction; nothing for one that does not. */
  static Optional<Money> valuation(@Nullable String mechanism, @Nullable String valuation) {
    if ((mechanism == null || SHARE.equals(mechanism)) && valuation == null) {
      return Optional.empty();
    }
    if (!AUCTION.equals(mechanism)) {
      throw ProblemException.unprocessable(
          mechanism == null
              ? "valuation is \""
                  + ResponseJson.abbreviate(String.valueOf(valuation))
                  + "\", but there is no mechanism."
              : "mechanism is \""
                  + ResponseJson.abbreviate(mechanism)
                  + (SHARE.equals(mechanism)
                      ? "\", which takes no valuation."
                      : "\", which is not known."),
          "Write \"auction\" with a valuation, or \"share\" with a budget, or leave it out.");
    }
    if (valuation == null) {
      throw ProblemException.unprocessable(
          "mechanism is \"auction\", and valuation is missing.",
          "Say what the bag is worth to you, in credits, such as \"120\".");
    }
    return Optional.of(money("valuation", valuation));
  }

  /** How a bag bids where time is shared; nothing for one that does not. */
  static Optional<Message.BidStrategy> bidder(
      @Nullable String mechanism, @Nullable String bidPerMinute) {
    if (!SHARE.equals(mechanism)) {
      if (bidPerMinute != null) {
        throw ProblemException.unprocessable(
            "bidPerMinute is \"" + ResponseJson.abbreviate(bidPerMinute) + "\", but the mechanism is not share.",
            "Write the mechanism \"share\" with a budget, or leave the bid out.");
      }
      return Optional.empty();
    }
    if (bidPerMinute == null) {
      return Optional.of(Message.BidStrategy.BY_DEADLINE);
    }
    Money perMinute = money("bidPerMinute", bidPerMinute);
    if (perMinute.equals(Money.ZERO)) {
      throw ProblemException.unprocessable(
          "bidPerMinute is 0.", "Bid something, or leave it out to bid as the deadline needs it.");
    }
    return Optional.of(new Message.BidStrategy(Optional.of(perMinute)));
  }

  static long instantMillis(String field, @Nullable String text) {
    try {
      long millis = Instant.parse(required(field, text)).toEpochMilli();
      return Time.requireInstant(millis, field);
    } catch (DateTimeParseException | IllegalArgumentException | ArithmeticException e) {
      throw ProblemException.unprocessable(
          field + " is \"" + ResponseJson.abbreviate(String.valueOf(text)) + "\", which is no instant.",
          "Write it in ISO 8601 and UTC, such as 2026-11-20T09:00:00Z.");
    }
  }

  static Money money(String field, @Nullable String text) {
    String given = required(field, text);
    if (!MONEY.matcher(given).matches()) {
      throw ProblemException.unprocessable(
          field + " is \"" + ResponseJson.abbreviate(given) + "\", which is no amount of credits.",
          "Write it with at most three decimals, such as \"12.5\".");
    }
    return new Money(new BigDecimal(given).movePointRight(3).longValueExact());
  }

  private static String required(String field, @Nullable String text) {
    if (text == null) {
      throw ProblemException.unprocessable(
          field + " is missing.", "/openapi.yaml says which fields there must be.");
    }
    return text;
  }
}

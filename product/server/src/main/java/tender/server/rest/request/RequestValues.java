package tender.server.rest.request;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.math.BigDecimal;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tender.core.model.Money;
import tender.support.http.ProblemException;
import tender.support.http.ResponseJson;

/** Parses values that several routes have; one that cannot be parsed is answered with a problem. */
public final class RequestValues {
  private static final Pattern MONEY = Pattern.compile("\\d{1,15}(\\.\\d{1,3})?");
  private static final Pattern KEY = Pattern.compile("[!-~]{1,200}");

  private RequestValues() {}

  /** The header by which a repeated request is recognised. */
  public static String idempotencyKey(ServerRequest request) {
    String key =
        request
            .headers()
            .first(HeaderNames.create("Idempotency-Key"))
            .orElseThrow(() -> badKey("The header Idempotency-Key is missing."));
    if (!KEY.matcher(key).matches()) {
      throw badKey("The header Idempotency-Key must have 1 to 200 visible ASCII characters.");
    }
    return key;
  }

  private static ProblemException badKey(String detail) {
    return ProblemException.badRequest(
        detail,
        "Use a new key for each bag or deposit, such as a random UUID, and the same key when you repeat a request.");
  }

  /** An amount of credits that is not negative. */
  public static Money money(String field, @Nullable String text) {
    String given = required(field, text);
    if (!MONEY.matcher(given).matches()) {
      throw ProblemException.unprocessable(
          "%s is \"%s\", which is not an amount of credits."
              .formatted(field, ResponseJson.abbreviate(given)),
          "Use a number with at most three decimals, such as \"12.5\".");
    }
    return new Money(new BigDecimal(given).movePointRight(3).longValueExact());
  }

  /** A field that must be there. */
  public static String required(String field, @Nullable String text) {
    if (text == null) {
      throw ProblemException.unprocessable(
          field + " is missing.", "See /openapi.yaml for the required fields.");
    }
    return text;
  }
}

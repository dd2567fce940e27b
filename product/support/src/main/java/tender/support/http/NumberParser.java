package tender.support.http;

import io.helidon.webserver.http.ServerRequest;

/** Parses whole numbers in requests; an invalid number is a problem response. */
public final class NumberParser {
  private NumberParser() {}

  /** A query parameter, or the default if it is absent. */
  public static long fromQuery(
      ServerRequest request, String name, long defaultValue, long min, long max) {
    String text = request.query().first(name).orElse(String.valueOf(defaultValue));
    return parse(name, text, min, max);
  }

  public static long parse(String name, String text, long min, long max) {
    try {
      long number = Long.parseLong(text);
      if (number >= min && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Reported below, like a number out of range.
    }
    throw ProblemException.unprocessable(
        name + " is \"" + ResponseJson.abbreviate(text) + "\".",
        "Give a whole number from " + min + " to " + max + ".");
  }
}

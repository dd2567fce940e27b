package tender.support.http;

import io.helidon.webserver.http.ServerRequest;

/** Makes whole numbers of texts in a request, or says what is wrong with them. */
public final class NumberParser {
  private NumberParser() {}

  /** A number among the parameters of a query, or another if there is none. */
  public static long fromQuery(
      ServerRequest request, String name, long otherwise, long least, long most) {
    String text = request.query().first(name).orElse(String.valueOf(otherwise));
    return parse(name, text, least, most);
  }

  public static long parse(String name, String text, long least, long most) {
    try {
      long number = Long.parseLong(text);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Said below, together with what is out of bounds.
    }
    throw ProblemException.unprocessable(
        name + " is \"" + ResponseJson.abbreviate(text) + "\".",
        "Give a whole number from " + least + " to " + most + ".");
  }
}

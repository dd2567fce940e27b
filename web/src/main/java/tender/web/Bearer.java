package tender.web;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;

/**
 * Finds the token that came with a request; what was sent is never said back.
 *
 * @param advice where one gets a token, for whoever has none
 */
public record Bearer(String advice) {
  private static final String SCHEME = "Bearer ";
  private static final int LONGEST_TOKEN = 1_000;

  public String tokenOf(ServerRequest request) {
    String header =
        request
            .headers()
            .first(HeaderNames.AUTHORIZATION)
            .orElseThrow(() -> refused("The request has no token."));
    if (!header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
        || header.length() > SCHEME.length() + LONGEST_TOKEN) {
      throw refused("The header Authorization holds no bearer token.");
    }
    return header.substring(SCHEME.length()).strip();
  }

  /** For a token that nobody has. */
  public ProblemException notValid() {
    return refused("The token is not, or no longer, valid.");
  }

  private ProblemException refused(String detail) {
    return ProblemException.unauthorized(
        detail, "Send the header \"Authorization: Bearer TOKEN\" with a token. " + advice);
  }
}

package tender.support.http;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;

/**
 * Finds the token that came with a request; what was sent is never said back.
 *
 * @param advice where one gets a token, for whoever has none
 */
public record BearerTokenReader(String advice) {
  private static final String SCHEME = "Bearer ";
  private static final int MAX_TOKEN_LENGTH = 1_000;

  public String read(ServerRequest request) {
    String header =
        request
            .headers()
            .first(HeaderNames.AUTHORIZATION)
            .orElseThrow(() -> unauthorized("The request has no token."));
    if (!header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
        || header.length() > SCHEME.length() + MAX_TOKEN_LENGTH) {
      throw unauthorized("The header Authorization holds no bearer token.");
    }
    return header.substring(SCHEME.length()).strip();
  }

  /** For a token that nobody has. */
  public ProblemException invalidToken() {
    return unauthorized("The token is not, or no longer, valid.");
  }

  private ProblemException unauthorized(String detail) {
    return ProblemException.unauthorized(
        detail, "Send the header \"Authorization: Bearer TOKEN\" with a token. " + advice);
  }
}

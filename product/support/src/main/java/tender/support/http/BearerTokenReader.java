package tender.support.http;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;

/**
 * Reads the bearer token of a request. Messages never contain the received text.
 *
 * @param advice how to get a token
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
      throw unauthorized("The header Authorization does not contain a bearer token.");
    }
    return header.substring(SCHEME.length()).strip();
  }

  /** For a token that is unknown or revoked. */
  public ProblemException invalidToken() {
    return unauthorized("The token is not valid, or was revoked.");
  }

  private ProblemException unauthorized(String detail) {
    return ProblemException.unauthorized(
        detail, "Send the header \"Authorization: Bearer TOKEN\" with a token. " + advice);
  }
}

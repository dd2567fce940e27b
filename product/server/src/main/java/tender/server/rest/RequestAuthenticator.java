package tender.server.rest;

import io.helidon.webserver.http.ServerRequest;
import tender.server.model.UserId;
import tender.support.http.BearerTokenReader;

/** Authenticates requests by their bearer token. */
final class RequestAuthenticator {
  private static final BearerTokenReader BEARER =
      new BearerTokenReader("Ask the market's operator for one.");

  private final UserTokens tokens;

  RequestAuthenticator(UserTokens tokens) {
    this.tokens = tokens;
  }

  /** The user whose token the request has. */
  UserId user(ServerRequest request) {
    return tokens.findUser(BEARER.read(request)).orElseThrow(BEARER::invalidToken);
  }
}

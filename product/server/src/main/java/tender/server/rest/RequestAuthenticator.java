package tender.server.rest;

import io.helidon.webserver.http.ServerRequest;
import java.util.Optional;
import tender.server.model.UserId;
import tender.support.http.BearerTokenReader;

/** Authenticates requests by their bearer token. */
final class RequestAuthenticator {
  private static final BearerTokenReader BEARER =
      new BearerTokenReader("Ask the market's operator for one.");

  private final UserTokens tokens;
  private final WrongTokenThrottle throttle = new WrongTokenThrottle();

  RequestAuthenticator(UserTokens tokens) {
    this.tokens = tokens;
  }

  /** For requests that take long: the token of the user that {@link #user} returned. */
  String token(ServerRequest request) {
    return BEARER.read(request);
  }

  /** The user whose token the request has. */
  UserId user(ServerRequest request) {
    Optional<UserId> user = tokens.findUser(BEARER.read(request));
    if (user.isEmpty()) {
      throttle.delay(request.remotePeer().host());
      throw BEARER.invalidToken();
    }
    return user.get();
  }
}

package tender.server.rest;

import io.helidon.webserver.http.ServerRequest;
import tender.server.model.UserId;
import tender.support.http.BearerTokenReader;

/** Finds out who asks. */
final class RequestAuthenticator {
  private static final BearerTokenReader BEARER = new BearerTokenReader("The market's operator gives them out.");

  private final UserTokens accounts;

  RequestAuthenticator(UserTokens accounts) {
    this.accounts = accounts;
  }

  /** The person whose token came with a request. */
  UserId user(ServerRequest request) {
    return accounts.findUser(BEARER.read(request)).orElseThrow(BEARER::invalidToken);
  }
}

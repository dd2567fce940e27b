package tender.server.rest;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import tender.server.market.view.PersonId;

/** Finds out who asks. */
final class Caller {
  private static final String SCHEME = "Bearer ";
  private static final int LONGEST_TOKEN = 1_000;

  private final Accounts accounts;

  Caller(Accounts accounts) {
    this.accounts = accounts;
  }

  /** The person whose token came with a request; what was sent is never said back. */
  PersonId of(ServerRequest request) {
    String header =
        request
            .headers()
            .first(HeaderNames.AUTHORIZATION)
            .orElseThrow(() -> ProblemException.unauthorized("The request has no token."));
    if (!header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
        || header.length() > SCHEME.length() + LONGEST_TOKEN) {
      throw ProblemException.unauthorized("The header Authorization holds no bearer token.");
    }
    String token = header.substring(SCHEME.length()).strip();
    return accounts
        .byToken(token)
        .orElseThrow(() -> ProblemException.unauthorized("The token is not, or no longer, valid."));
  }
}

package tender.server.rest;

import io.helidon.webserver.http.ServerRequest;
import tender.server.market.view.PersonId;
import tender.web.Bearer;

/** Finds out who asks. */
final class Caller {
  private static final Bearer BEARER = new Bearer("The market's operator gives them out.");

  private final Accounts accounts;

  Caller(Accounts accounts) {
    this.accounts = accounts;
  }

  /** The person whose token came with a request. */
  PersonId of(ServerRequest request) {
    return accounts.byToken(BEARER.tokenOf(request)).orElseThrow(BEARER::notValid);
  }
}

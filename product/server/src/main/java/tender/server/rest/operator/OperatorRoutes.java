package tender.server.rest.operator;

import java.util.List;
import java.util.stream.Stream;
import tender.server.api.operator.OperatorApi;
import tender.server.rest.authentication.RequestAuthenticator;
import tender.support.http.Route;

/** All routes for operators and auditors. */
public final class OperatorRoutes {
  private final OperatorApi api;
  private final RequestAuthenticator authenticator;

  public OperatorRoutes(OperatorApi api, RequestAuthenticator authenticator) {
    this.api = api;
    this.authenticator = authenticator;
  }

  public List<Route> routes() {
    return Stream.of(
            new UserRoutes(api.users(), authenticator).routes(),
            new ProviderRoutes(api.providers(), authenticator).routes(),
            new AccountRoutes(api.accounts(), authenticator).routes(),
            new AllBagsRoutes(api.bags(), authenticator).routes(),
            new AuditRoutes(api.audit(), authenticator).routes())
        .flatMap(List::stream)
        .toList();
  }
}

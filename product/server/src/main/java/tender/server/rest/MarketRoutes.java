package tender.server.rest;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import tender.core.model.OrganisationId;
import tender.core.promise.TrackRecord;
import tender.server.api.BagApi;
import tender.server.api.view.ProviderView;
import tender.server.model.Access;
import tender.server.model.AccessScope;
import tender.server.model.UserId;
import tender.server.rest.authentication.RequestAuthenticator;
import tender.server.rest.json.AccountJson;
import tender.server.rest.json.AuctionJson;
import tender.support.http.HttpResponses;
import tender.support.http.NumberParser;
import tender.support.http.Route;

/** Routes of the market: health, OpenAPI document, providers, account and auction. */
final class MarketRoutes {
  private static final String DOCUMENT = "openapi.yaml";
  private static final int MAX_CLEARINGS = 100;
  private static final int MAX_ENTRIES = 100;
  private static final int DEFAULT_ENTRIES = 20;

  private final BagApi api;
  private final RequestAuthenticator authenticator;
  private final byte[] document = document();

  MarketRoutes(BagApi api, RequestAuthenticator authenticator) {
    this.api = api;
    this.authenticator = authenticator;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/health", MarketRoutes::health),
        Route.get("/openapi.yaml", this::openapi),
        Route.get("/v1/providers", this::providers),
        Route.get("/v1/user", this::user),
        Route.get("/v1/account", this::account),
        Route.get("/v1/auction", this::auction));
  }

  private record HealthJson(String status) {}

  private record ProvidersJson(List<ProviderJson> providers) {}

  private record ProviderJson(
      String id,
      boolean enrolled,
      boolean connected,
      int kept,
      int late,
      double medianLateSeconds,
      List<String> organisations) {
    static ProviderJson of(ProviderView provider) {
      TrackRecord record = provider.record();
      return new ProviderJson(
          provider.id().value(),
          provider.enrolled(),
          provider.connected(),
          record.kept(),
          record.late(),
          record.medianLateMillis() / 1e3,
          provider.organisations().stream().map(OrganisationId::value).toList());
    }
  }

  private static void health(ServerRequest request, ServerResponse response) {
    HttpResponses.json(response, new HealthJson("ok"));
  }

  private void openapi(ServerRequest request, ServerResponse response) {
    response.header(HeaderNames.CONTENT_TYPE, "application/yaml");
    response.send(document);
  }

  private void providers(ServerRequest request, ServerResponse response) {
    authenticator.user(request);
    HttpResponses.json(
        response, new ProvidersJson(api.providers().stream().map(ProviderJson::of).toList()));
  }

  private record UserJson(String user, String role, String scope, boolean mayOperate) {}

  /** For clients that show an operator or auditor more. */
  private void user(ServerRequest request, ServerResponse response) {
    Access access = authenticator.access(request, AccessScope.READ);
    HttpResponses.json(
        response,
        new UserJson(
            access.user().value(),
            access.role().text(),
            access.scope().text(),
            access.mayOperate()));
  }

  private void account(ServerRequest request, ServerResponse response) {
    UserId user = authenticator.user(request);
    int limit = (int) NumberParser.fromQuery(request, "limit", DEFAULT_ENTRIES, 1, MAX_ENTRIES);
    long before = NumberParser.fromQuery(request, "cursor", Long.MAX_VALUE, 0, Long.MAX_VALUE);
    HttpResponses.json(response, AccountJson.of(api.account(user, before, limit)));
  }

  private void auction(ServerRequest request, ServerResponse response) {
    UserId user = authenticator.user(request);
    int limit = (int) NumberParser.fromQuery(request, "limit", 1, 1, MAX_CLEARINGS);
    HttpResponses.json(response, AuctionJson.of(api.auction(user, limit)));
  }

  private static byte[] document() {
    try (InputStream in =
        Objects.requireNonNull(MarketRoutes.class.getResourceAsStream(DOCUMENT), DOCUMENT)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

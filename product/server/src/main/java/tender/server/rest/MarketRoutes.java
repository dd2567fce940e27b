package tender.server.rest;

import tender.server.rest.json.AccountJson;
import tender.server.rest.json.AuctionJson;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import tender.core.promise.TrackRecord;
import tender.server.api.BagApi;
import tender.server.model.UserId;
import tender.server.api.view.ProviderView;
import tender.support.http.HttpResponses;
import tender.support.http.Route;
import tender.support.http.NumberParser;

/** The market itself: who is in it, whether it is there, and what can be asked of it. */
final class MarketRoutes {
  private static final String DOCUMENT = "openapi.yaml";
  private static final int MOST_CLEARINGS = 100;
  private static final int MOST_ENTRIES = 100;
  private static final int ENTRIES = 20;

  private final BagApi desk;
  private final RequestAuthenticator caller;
  private final byte[] document = document();

  MarketRoutes(BagApi desk, RequestAuthenticator caller) {
    this.desk = desk;
    this.caller = caller;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/health", MarketRoutes::health),
        Route.get("/openapi.yaml", this::openapi),
        Route.get("/v1/providers", this::providers),
        Route.get("/v1/account", this::account),
        Route.get("/v1/auction", this::auction));
  }

  private record HealthJson(String status) {}

  private record ProvidersJson(List<ProviderJson> providers) {}

  private record ProviderJson(
      String id, boolean connected, int kept, int late, double medianLateSeconds) {
    static ProviderJson of(ProviderView provider) {
      TrackRecord record = provider.record();
      return new ProviderJson(
          provider.id().value(),
          provider.connected(),
          record.kept(),
          record.late(),
          record.medianLateMillis() / 1e3);
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
    caller.user(request);
    HttpResponses.json(
        response, new ProvidersJson(desk.providers().stream().map(ProviderJson::of).toList()));
  }

  private void account(ServerRequest request, ServerResponse response) {
    UserId person = caller.user(request);
    int limit = (int) NumberParser.fromQuery(request, "limit", ENTRIES, 1, MOST_ENTRIES);
    long before = NumberParser.fromQuery(request, "cursor", Long.MAX_VALUE, 0, Long.MAX_VALUE);
    HttpResponses.json(response, AccountJson.of(desk.account(person, before, limit)));
  }

  private void auction(ServerRequest request, ServerResponse response) {
    UserId person = caller.user(request);
    int limit = (int) NumberParser.fromQuery(request, "limit", 1, 1, MOST_CLEARINGS);
    HttpResponses.json(response, AuctionJson.of(desk.auction(person, limit)));
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

package tender.server.rest;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import tender.core.promise.TrackRecord;
import tender.server.market.view.BagDesk;
import tender.server.market.view.PersonId;
import tender.server.market.view.ProviderView;
import tender.web.Answer;
import tender.web.Route;
import tender.web.WholeNumber;

/** The market itself: who is in it, whether it is there, and what can be asked of it. */
final class MarketRoutes {
  private static final String DOCUMENT = "openapi.yaml";
  private static final int MOST_CLEARINGS = 100;
  private static final int MOST_ENTRIES = 100;
  private static final int ENTRIES = 20;

  private final BagDesk desk;
  private final Caller caller;
  private final byte[] document = document();

  MarketRoutes(BagDesk desk, Caller caller) {
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

  private record HealthBody(String status) {}

  private record ProvidersBody(List<ProviderBody> providers) {}

  private record ProviderBody(
      String id, boolean connected, int kept, int late, double medianLateSeconds) {
    static ProviderBody of(ProviderView provider) {
      TrackRecord record = provider.record();
      return new ProviderBody(
          provider.id().value(),
          provider.connected(),
          record.kept(),
          record.late(),
          record.medianLateMillis() / 1e3);
    }
  }

  private static void health(ServerRequest request, ServerResponse response) {
    Answer.json(response, new HealthBody("ok"));
  }

  private void openapi(ServerRequest request, ServerResponse response) {
    response.header(HeaderNames.CONTENT_TYPE, "application/yaml");
    response.send(document);
  }

  private void providers(ServerRequest request, ServerResponse response) {
    caller.of(request);
    Answer.json(
        response, new ProvidersBody(desk.providers().stream().map(ProviderBody::of).toList()));
  }

  private void account(ServerRequest request, ServerResponse response) {
    PersonId person = caller.of(request);
    int limit = (int) WholeNumber.asked(request, "limit", ENTRIES, 1, MOST_ENTRIES);
    long before = WholeNumber.asked(request, "cursor", Long.MAX_VALUE, 0, Long.MAX_VALUE);
    Answer.json(response, AccountBody.of(desk.account(person, before, limit)));
  }

  private void auction(ServerRequest request, ServerResponse response) {
    PersonId person = caller.of(request);
    int limit = (int) WholeNumber.asked(request, "limit", 1, 1, MOST_CLEARINGS);
    Answer.json(response, AuctionBody.of(desk.auction(person, limit)));
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

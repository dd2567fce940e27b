package tender.agent.owner;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import tender.core.model.BagId;
import tender.support.http.BearerTokenReader;
import tender.support.http.DashboardPage;
import tender.support.http.DashboardRoutes;
import tender.support.http.HttpListener;
import tender.support.http.HttpListenerConfig;
import tender.support.http.HttpResponses;
import tender.support.http.NumberParser;
import tender.support.http.ProblemException;
import tender.support.http.ProblemHandler;
import tender.support.http.ResponseJson;
import tender.support.http.Route;
import tender.support.telemetry.Meters;

/** Serves the owner page on loopback. */
public final class OwnerPage implements AutoCloseable {
  private static final Logger LOG = System.getLogger(OwnerPage.class.getName());
  private static final String LOOPBACK = "127.0.0.1";
  private static final int MAX_REQUESTS = 50;
  private static final int MAX_LINES = 500;
  private static final int DEFAULT_LINES = 50;
  private static final BearerTokenReader BEARER =
      new BearerTokenReader("\"tender agent page\" prints a link that contains it.");
  private static final ProblemHandler PROBLEMS =
      new ProblemHandler("docs/provide/owner-page.md lists the paths.", "the agent's owner");

  private final String provider;
  private final ClusterControl cluster;
  private final BooleanSupplier isConnected;
  private final Supplier<String> metrics;
  private final DisclosureReader disclosures;
  private final String token;
  private final HttpListener listener;

  private OwnerPage(
      String provider,
      ClusterControl cluster,
      BooleanSupplier isConnected,
      Supplier<String> metrics,
      Path state,
      int port)
      throws IOException {
    this.provider = provider;
    this.cluster = cluster;
    this.isConnected = isConnected;
    this.metrics = metrics;
    disclosures = new DisclosureReader(state.resolve(DisclosureLog.FILE_NAME));
    token = OwnerPageAccess.token(state);
    listener =
        new HttpListener(
            new HttpListenerConfig(LOOPBACK, port, Optional.empty()),
            MAX_REQUESTS,
            routes(),
            PROBLEMS,
            PROBLEMS::handle);
  }

  /**
   * Starts to listen, and stores the address.
   *
   * @param metrics the text for Prometheus, which needs the token too
   * @param port 0 for any free port
   */
  public static OwnerPage start(
      String provider,
      ClusterControl cluster,
      BooleanSupplier isConnected,
      Supplier<String> metrics,
      Path state,
      int port)
      throws IOException {
    OwnerPage page = new OwnerPage(provider, cluster, isConnected, metrics, state, port);
    page.listener.start();
    URI address = URI.create("http://" + LOOPBACK + ":" + page.listener.port());
    new OwnerPageAccess(address, page.token).store(state);
    LOG.log(
        Level.INFO,
        "Owner page started; \"tender agent page FILE\" prints a link: port={0}",
        Integer.toString(page.listener.port()));
    return page;
  }

  private List<Route> routes() {
    List<Route> routes =
        new ArrayList<>(new DashboardRoutes(new DashboardPage("owner.html")).routes());
    routes.add(Route.get("/v1/cluster", this::cluster));
    routes.add(Route.get("/v1/disclosures", this::disclosureLines));
    routes.add(Route.put("/v1/capacity", this::setCapacity));
    routes.add(Route.post("/v1/bags/{bag}/cancel", this::cancelBag));
    routes.add(Route.get("/metrics", this::metricsText));
    return routes;
  }

  private void cluster(ServerRequest request, ServerResponse response) {
    authenticate(request);
    HttpResponses.json(
        response, ClusterJson.of(provider, isConnected.getAsBoolean(), cluster.view()));
  }

  private void metricsText(ServerRequest request, ServerResponse response) {
    authenticate(request);
    response.header(HeaderNames.CONTENT_TYPE, Meters.CONTENT_TYPE);
    response.send(metrics.get());
  }

  private void disclosureLines(ServerRequest request, ServerResponse response) {
    authenticate(request);
    long before = NumberParser.fromQuery(request, "before", Long.MAX_VALUE, 1, Long.MAX_VALUE);
    int limit = (int) NumberParser.fromQuery(request, "limit", DEFAULT_LINES, 1, MAX_LINES);
    try {
      HttpResponses.json(response, disclosures.readBefore(before, limit));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Parameters that are missing keep their value. */
  private void setCapacity(ServerRequest request, ServerResponse response) {
    authenticate(request);
    ClusterView now = cluster.view();
    CapacitySetting current = now.capacity();
    boolean paused =
        switch (request.query().first("paused").orElse(String.valueOf(current.paused()))) {
          case "true" -> true;
          case "false" -> false;
          case String other ->
              throw ProblemException.unprocessable(
                  "paused is \"" + ResponseJson.abbreviate(other) + "\".",
                  "It must be true or false.");
        };
    int allowed = now.maxProcessors();
    int processors =
        (int)
            NumberParser.fromQuery(
                request, "max_processors", Math.min(current.maxProcessors(), allowed), 1, allowed);
    // All processors that the settings allow now: also if that number grows later.
    cluster.setCapacity(
        new CapacitySetting(paused, processors == allowed ? Integer.MAX_VALUE : processors));
    cluster(request, response);
  }

  private void cancelBag(ServerRequest request, ServerResponse response) {
    authenticate(request);
    String bag = request.path().pathParameters().get("bag");
    if (cluster.view().parts().stream().noneMatch(part -> part.bag().value().equals(bag))
        || cluster.cancelBag(new BagId(bag)) == 0) {
      throw ProblemException.notFound(
          "Bag " + ResponseJson.abbreviate(bag) + " has no part on this cluster.",
          "The owner page lists the bags that do. Jobs of bags are named tender-BAG-....");
    }
    cluster(request, response);
  }

  private void authenticate(ServerRequest request) {
    byte[] presented = BEARER.read(request).getBytes(StandardCharsets.UTF_8);
    if (!MessageDigest.isEqual(presented, token.getBytes(StandardCharsets.UTF_8))) {
      throw BEARER.invalidToken();
    }
  }

  @Override
  public void close() {
    listener.close();
  }
}

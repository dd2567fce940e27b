package tender.server.rest;

import io.helidon.common.configurable.Resource;
import io.helidon.common.pki.Keys;
import io.helidon.common.tls.Tls;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http1.Http1Config;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import tender.server.market.view.BagDesk;
import tender.server.market.view.DetailDesk;

/**
 * The REST server. Each request has a virtual thread of its own, so that waiting costs nothing;
 * requests, connections, headers and bodies are bounded.
 */
public final class RestServer implements AutoCloseable {
  private static final int MOST_CONNECTIONS = 10_000;
  private static final int MOST_REQUESTS = 2 * EventRoutes.MOST_STREAMS;
  private static final int LONGEST_PROLOGUE_BYTES = 4 << 10;
  private static final int MOST_HEADER_BYTES = 16 << 10;
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(30);
  private static final Duration LONGEST_IDLE = Duration.ofMinutes(2);
  private static final Duration LONGEST_FAREWELL = Duration.ofMillis(500);

  private final WebServer server;

  public RestServer(RestSettings settings, BagDesk desk, DetailDesk details, Accounts accounts) {
    WebServerConfig.Builder builder =
        WebServer.builder()
            .host(settings.host())
            .port(settings.port())
            .shutdownHook(false)
            .shutdownGracePeriod(LONGEST_FAREWELL)
            .maxTcpConnections(MOST_CONNECTIONS)
            .maxConcurrentRequests(MOST_REQUESTS)
            .idleConnectionTimeout(LONGEST_IDLE)
            .connectionOptions(options -> options.readTimeout(LONGEST_SILENCE))
            .protocolsDiscoverServices(false)
            .addProtocol(
                Http1Config.builder()
                    .maxPrologueLength(LONGEST_PROLOGUE_BYTES)
                    .maxHeadersSize(MOST_HEADER_BYTES)
                    .build())
            .directHandlers(Problems.directHandlers())
            .routing(routing -> route(routing, routes(desk, details, accounts)));
    settings.tls().ifPresent(files -> builder.tls(tls(files)));
    server = builder.build();
  }

  static List<Route> routes(BagDesk desk, DetailDesk details, Accounts accounts) {
    Caller caller = new Caller(accounts);
    return Stream.of(
            new MarketRoutes(desk, caller).routes(),
            new BagRoutes(desk, caller).routes(),
            new DetailRoutes(details, caller).routes(),
            new PageRoutes().routes(),
            new EventRoutes(desk, caller).routes(),
            new FileRoutes(desk, caller).routes())
        .flatMap(List::stream)
        .toList();
  }

  private static void route(HttpRouting.Builder routing, List<Route> routes) {
    routes.forEach(route -> routing.route(route.method(), route.path(), route.handler()));
    routing.any(Problems::notServed);
    routing.error(Throwable.class, Problems::answer);
  }

  private static Tls tls(TlsFiles files) {
    Keys keys =
        Keys.builder()
            .pem(
                pem ->
                    pem.key(Resource.create(files.key()))
                        .certChain(Resource.create(files.certificates())))
            .build();
    return Tls.builder().privateKey(keys).privateKeyCertChain(keys).build();
  }

  /** Begins to listen. */
  public void start() {
    server.start();
    if (!server.isRunning()) {
      throw new IllegalStateException(
          "The REST server cannot listen where it was told to."
              + " Maybe the port is taken; give another, or stop what holds it.");
    }
  }

  /** Where it listens. */
  public int port() {
    return server.port();
  }

  @Override
  public void close() {
    server.stop();
  }
}

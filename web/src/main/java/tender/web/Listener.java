package tender.web;

import io.helidon.common.configurable.Resource;
import io.helidon.common.pki.Keys;
import io.helidon.common.tls.Tls;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http.ErrorHandler;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http1.Http1Config;
import java.time.Duration;
import java.util.List;

/**
 * Listens and answers. Each request has a virtual thread of its own, so that waiting costs nothing;
 * requests, connections and headers are bounded.
 */
public final class Listener implements AutoCloseable {
  private static final int MOST_CONNECTIONS = 10_000;
  private static final int LONGEST_PROLOGUE_BYTES = 4 << 10;
  private static final int MOST_HEADER_BYTES = 16 << 10;
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(30);
  private static final Duration LONGEST_IDLE = Duration.ofMinutes(2);
  private static final Duration LONGEST_FAREWELL = Duration.ofMillis(500);

  private final ListenerSettings settings;
  private final WebServer server;

  /**
   * @param mostRequests that are answered at a time
   * @param onFailure answers what a route could not, such as {@link Problems#answer}
   */
  public Listener(
      ListenerSettings settings,
      int mostRequests,
      List<Route> routes,
      Problems problems,
      ErrorHandler<Throwable> onFailure) {
    this.settings = settings;
    WebServerConfig.Builder builder =
        WebServer.builder()
            .host(settings.host())
            .port(settings.port())
            .shutdownHook(false)
            .shutdownGracePeriod(LONGEST_FAREWELL)
            .maxTcpConnections(MOST_CONNECTIONS)
            .maxConcurrentRequests(mostRequests)
            .idleConnectionTimeout(LONGEST_IDLE)
            .connectionOptions(options -> options.readTimeout(LONGEST_SILENCE))
            .protocolsDiscoverServices(false)
            .addProtocol(
                Http1Config.builder()
                    .maxPrologueLength(LONGEST_PROLOGUE_BYTES)
                    .maxHeadersSize(MOST_HEADER_BYTES)
                    .build())
            .directHandlers(problems.directHandlers())
            .routing(routing -> route(routing, routes, problems, onFailure));
    settings.tls().ifPresent(files -> builder.tls(tls(files)));
    server = builder.build();
  }

  private static void route(
      HttpRouting.Builder routing,
      List<Route> routes,
      Problems problems,
      ErrorHandler<Throwable> onFailure) {
    routes.forEach(route -> routing.route(route.method(), route.path(), route.handler()));
    routing.any(problems::notServed);
    routing.error(Throwable.class, onFailure);
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
          "Nothing can listen at "
              + settings.host()
              + ":"
              + settings.port()
              + ". Maybe the port is taken; give another, or stop what holds it.");
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

package tender.support.http;

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
public final class HttpListener implements AutoCloseable {
  private static final int MAX_CONNECTIONS = 10_000;
  private static final int MAX_PROLOGUE_BYTES = 4 << 10;
  private static final int MAX_HEADER_BYTES = 16 << 10;
  private static final Duration READ_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration IDLE_TIMEOUT = Duration.ofMinutes(2);
  private static final Duration SHUTDOWN_GRACE = Duration.ofMillis(500);

  private final HttpListenerConfig config;
  private final WebServer server;

  /**
   * @param mostRequests that are answered at a time
   * @param onFailure answers what a route could not, such as {@link ProblemHandler#handle}
   */
  public HttpListener(
      HttpListenerConfig settings,
      int mostRequests,
      List<Route> routes,
      ProblemHandler problems,
      ErrorHandler<Throwable> onFailure) {
    this.config = settings;
    WebServerConfig.Builder builder =
        WebServer.builder()
            .host(settings.host())
            .port(settings.port())
            .shutdownHook(false)
            .shutdownGracePeriod(SHUTDOWN_GRACE)
            .maxTcpConnections(MAX_CONNECTIONS)
            .maxConcurrentRequests(mostRequests)
            .idleConnectionTimeout(IDLE_TIMEOUT)
            .connectionOptions(options -> options.readTimeout(READ_TIMEOUT))
            .protocolsDiscoverServices(false)
            .addProtocol(
                Http1Config.builder()
                    .maxPrologueLength(MAX_PROLOGUE_BYTES)
                    .maxHeadersSize(MAX_HEADER_BYTES)
                    .build())
            .directHandlers(problems.directHandlers())
            .routing(routing -> route(routing, routes, problems, onFailure));
    settings.tls().ifPresent(files -> builder.tls(tls(files)));
    server = builder.build();
  }

  private static void route(
      HttpRouting.Builder routing,
      List<Route> routes,
      ProblemHandler problems,
      ErrorHandler<Throwable> onFailure) {
    routes.forEach(route -> routing.route(route.method(), route.path(), route.handler()));
    routing.any(problems::routeNotFound);
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
              + config.host()
              + ":"
              + config.port()
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

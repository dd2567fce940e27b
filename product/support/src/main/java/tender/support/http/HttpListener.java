package tender.support.http;

import io.helidon.common.pki.Keys;
import io.helidon.common.tls.Tls;
import io.helidon.http.Header;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http.ErrorHandler;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.time.Duration;
import java.util.List;

/**
 * The HTTP server. Each request has its own virtual thread, so that waiting requests are cheap. The
 * number of requests and connections and the size of headers are limited, and {@link
 * ConnectionGuard} limits the time for them.
 */
public final class HttpListener implements AutoCloseable {
  private static final int MAX_CONNECTIONS = 10_000;
  private static final int MAX_PROLOGUE_BYTES = 4 << 10;
  private static final int MAX_HEADER_BYTES = 16 << 10;

  /** A browser must not run what an answer contains as something else than it is. */
  private static final Header NO_SNIFF =
      HeaderValues.createCached("X-Content-Type-Options", "nosniff");

  private static final Duration READ_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration IDLE_TIMEOUT = Duration.ofMinutes(2);
  private static final Duration SHUTDOWN_GRACE = Duration.ofMillis(500);

  private final HttpListenerConfig config;
  private final ConnectionGuard guard;
  private final WebServer server;

  /**
   * @param maxRequests limit of concurrent requests
   * @param onFailure handles exceptions of routes, such as {@link ProblemHandler#handle}
   */
  public HttpListener(
      HttpListenerConfig settings,
      int maxRequests,
      List<Route> routes,
      ProblemHandler problems,
      ErrorHandler<Throwable> onFailure) {
    this.config = settings;
    guard = new ConnectionGuard(settings.behindProxy());
    WebServerConfig.Builder builder =
        WebServer.builder()
            .host(settings.host())
            .port(settings.port())
            .shutdownHook(false)
            .shutdownGracePeriod(SHUTDOWN_GRACE)
            .maxTcpConnections(MAX_CONNECTIONS)
            .maxConcurrentRequests(maxRequests)
            .idleConnectionTimeout(IDLE_TIMEOUT)
            .connectionOptions(options -> options.readTimeout(READ_TIMEOUT))
            // Read timeouts have no effect on the channels that the server would use otherwise.
            .useNio(false)
            .protocolsDiscoverServices(false)
            .addConnectionSelector(guard.guarding(http1()))
            .directHandlers(problems.directHandlers())
            .routing(routing -> route(routing, settings, routes, problems, onFailure));
    settings.tls().ifPresent(files -> builder.tls(tls(files)));
    server = builder.build();
  }

  private ServerConnectionSelector http1() {
    return Http1ConnectionSelector.builder()
        .config(
            Http1Config.builder()
                .maxPrologueLength(MAX_PROLOGUE_BYTES)
                .maxHeadersSize(MAX_HEADER_BYTES)
                .addReceiveListener(guard.receiveListener())
                .addSendListener(guard.sendListener())
                .build())
        .build();
  }

  private static void route(
      HttpRouting.Builder routing,
      HttpListenerConfig settings,
      List<Route> routes,
      ProblemHandler problems,
      ErrorHandler<Throwable> onFailure) {
    routing.addFilter(ConnectionGuard::filter);
    routing.addFilter(
        (chain, request, response) -> {
          response.header(NO_SNIFF);
          if (settings.behindProxy()) {
            request.context().register(ClientAddress.forwarded(request));
          }
          chain.proceed();
        });
    routes.forEach(route -> routing.route(route.method(), route.path(), route.handler()));
    routing.any(problems::routeNotFound);
    routing.error(Throwable.class, onFailure);
  }

  private static Tls tls(TlsFiles files) {
    Keys keys = files.read();
    return Tls.builder().privateKey(keys).privateKeyCertChain(keys).build();
  }

  /** Starts listening. */
  public void start() {
    server.start();
    guard.start();
    if (!server.isRunning()) {
      throw new IllegalStateException(
          "Cannot listen at %s:%s. The port may be in use: choose another port, or stop the program that uses it."
              .formatted(config.host(), config.port()));
    }
  }

  /** The port on which the server listens. */
  public int port() {
    return server.port();
  }

  @Override
  public void close() {
    server.stop();
    guard.close();
  }
}

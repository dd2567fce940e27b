package tender.server.telemetry;

import io.helidon.http.HeaderNames;
import java.util.List;
import java.util.Optional;
import tender.support.http.HttpListener;
import tender.support.http.HttpListenerConfig;
import tender.support.http.ProblemHandler;
import tender.support.http.Route;
import tender.support.telemetry.Meters;

/**
 * The endpoint that Prometheus scrapes. It is a separate listener, so that access to metrics can be
 * restricted independently of access to the market. It serves only {@code /metrics}, without
 * authentication.
 */
public final class MetricsEndpoint {
  private static final int MAX_REQUESTS = 20;
  private static final ProblemHandler PROBLEMS =
      new ProblemHandler(
          "Request /metrics; docs/operate/telemetry.md describes it.", "the market's operator");

  private MetricsEndpoint() {}

  /** A listener that serves these metrics once it is started. */
  public static HttpListener listener(String host, int port, Meters meters) {
    Route route =
        Route.get(
            "/metrics",
            (_, response) -> {
              response.header(HeaderNames.CONTENT_TYPE, Meters.CONTENT_TYPE);
              response.send(meters.scrape());
            });
    return new HttpListener(
        new HttpListenerConfig(host, port, Optional.empty()),
        MAX_REQUESTS,
        List.of(route),
        PROBLEMS,
        PROBLEMS::handle);
  }
}

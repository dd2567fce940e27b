package tender.server.telemetry;

import io.helidon.http.HeaderNames;
import java.util.List;
import java.util.Optional;
import tender.support.telemetry.Meters;
import tender.support.http.HttpListener;
import tender.support.http.HttpListenerConfig;
import tender.support.http.ProblemHandler;
import tender.support.http.Route;

/**
 * Where Prometheus asks: a listener of its own, so that who may read figures is decided apart from
 * who may use the market. It serves {@code /metrics} and nothing else, to whoever can reach it.
 */
public final class MetricsEndpoint {
  private static final int MOST_REQUESTS = 20;
  private static final ProblemHandler PROBLEMS =
      new ProblemHandler("Ask for /metrics; docs/observe.md says what it has.", "the market's operator");

  private MetricsEndpoint() {}

  /** Serves these, once it is started. */
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
        MOST_REQUESTS,
        List.of(route),
        PROBLEMS,
        PROBLEMS::handle);
  }
}

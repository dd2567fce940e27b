package tender.server.observe;

import io.helidon.http.HeaderNames;
import java.util.List;
import java.util.Optional;
import tender.observe.meters.Meters;
import tender.web.Listener;
import tender.web.ListenerSettings;
import tender.web.Problems;
import tender.web.Route;

/**
 * Where Prometheus asks: a listener of its own, so that who may read figures is decided apart from
 * who may use the market. It serves {@code /metrics} and nothing else, to whoever can reach it.
 */
public final class MetricsPage {
  private static final int MOST_REQUESTS = 20;
  private static final Problems PROBLEMS =
      new Problems("Ask for /metrics; docs/observe.md says what it has.", "the market's operator");

  private MetricsPage() {}

  /** Serves these, once it is started. */
  public static Listener listener(String host, int port, Meters meters) {
    Route route =
        Route.get(
            "/metrics",
            (_, response) -> {
              response.header(HeaderNames.CONTENT_TYPE, Meters.CONTENT_TYPE);
              response.send(meters.text());
            });
    return new Listener(
        new ListenerSettings(host, port, Optional.empty()),
        MOST_REQUESTS,
        List.of(route),
        PROBLEMS,
        PROBLEMS::answer);
  }
}

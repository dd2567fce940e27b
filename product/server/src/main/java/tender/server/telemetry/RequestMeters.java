package tender.server.telemetry;

import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import tender.server.rest.RequestListener;
import tender.support.telemetry.Meters;

/** Times requests by route, because paths contain ids and would create unbounded labels. */
public final class RequestMeters implements RequestListener {
  private final MeterProvider<Timer> requests;

  public RequestMeters(Meters meters) {
    requests =
        meters.timers(
            "tender_http_request_duration",
            "Time from the head of a request to the end of its response; event streams last long.",
            Duration.ofMillis(5),
            Duration.ofMillis(25),
            Duration.ofMillis(100),
            Duration.ofMillis(500),
            Duration.ofMillis(2_500),
            Duration.ofSeconds(10));
  }

  @Override
  public void requestAnswered(String method, String route, int status, long nanos) {
    // Clients may invent methods for paths that do not exist.
    String known = route.equals(NO_ROUTE) ? NO_ROUTE : method;
    requests
        .withTags("method", known, "route", route, "status", String.valueOf(status))
        .record(nanos, TimeUnit.NANOSECONDS);
  }
}

package tender.server.telemetry;

import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import tender.support.telemetry.Meters;
import tender.server.rest.RequestListener;

/** Times people's requests by route: paths have ids in them, and there is no end of those. */
public final class RequestMeters implements RequestListener {
  private final MeterProvider<Timer> requests;

  public RequestMeters(Meters meters) {
    requests =
        meters.timers(
            "tender_http_request_duration",
            "From the head of a request to the end of its answer; streams of events last long.",
            Duration.ofMillis(5),
            Duration.ofMillis(25),
            Duration.ofMillis(100),
            Duration.ofMillis(500),
            Duration.ofMillis(2_500),
            Duration.ofSeconds(10));
  }

  @Override
  public void requestAnswered(String method, String route, int status, long nanos) {
    // What method a request names that nobody serves is its caller's invention.
    String known = route.equals(NO_ROUTE) ? NO_ROUTE : method;
    requests
        .withTags("method", known, "route", route, "status", String.valueOf(status))
        .record(nanos, TimeUnit.NANOSECONDS);
  }
}

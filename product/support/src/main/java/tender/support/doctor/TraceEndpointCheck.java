package tender.support.doctor;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Whether the collector of traces accepts connections. Without it everything else works.
 *
 * @param endpoint the setting
 */
public record TraceEndpointCheck<S>(Function<S, Optional<String>> endpoint) implements Check<S> {
  private static final int HTTP_PORT = 80;

  @Override
  public String name() {
    return "trace-endpoint";
  }

  @Override
  public List<String> needs() {
    return List.of(ConfigurationCheck.NAME);
  }

  @Override
  public CheckResult run(S installation) {
    Optional<String> configured = endpoint.apply(installation);
    if (configured.isEmpty()) {
      return CheckResult.ok("not used: 'trace_endpoint' is not set");
    }
    Optional<CheckResult> fault = probe(configured.get()).connectionFault("the collector");
    return fault.isEmpty()
        ? CheckResult.ok(configured.get() + " accepts connections")
        : CheckResult.warning(
            "the collector of 'trace_endpoint' cannot be reached: " + fault.get().found(),
            "Start the OpenTelemetry collector, correct 'trace_endpoint', or remove the setting.");
  }

  private static HostProbe probe(String endpoint) {
    URI address = URI.create(endpoint);
    return new HostProbe(
        String.valueOf(address.getHost()), address.getPort() < 0 ? HTTP_PORT : address.getPort());
  }
}

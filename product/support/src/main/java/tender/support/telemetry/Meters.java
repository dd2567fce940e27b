package tender.support.telemetry;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * The metrics of one program and of its JVM. Names in the code are those that Prometheus shows, so
 * that a name in a dashboard can be found in the code.
 *
 * <p>Label values come from small sets (providers, outcomes, routes), never from bags, users or
 * tasks: Prometheus keeps a time series for each value for weeks.
 */
public final class Meters implements AutoCloseable {
  /** The content type of {@link #scrape}. */
  public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics gcMetrics = new JvmGcMetrics();

  public Meters() {
    // Their names violate the conventions of Prometheus, and the CPU usage metric covers them.
    registry.config().meterFilter(MeterFilter.denyNameStartsWith("process.cpu.time"));
    registry.config().meterFilter(MeterFilter.denyNameStartsWith("system.cpu.count"));
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    gcMetrics.bindTo(registry);
  }

  /** For libraries that register their own metrics. */
  public MeterRegistry registry() {
    return registry;
  }

  /** All metrics in the text format of Prometheus. */
  public String scrape() {
    return registry.scrape();
  }

  /** A counter; starts at 0 with the program. */
  public Counter counter(String name, String help) {
    return Counter.builder(name).description(help).register(registry);
  }

  /** A counter with labels that the caller gives at each increment. */
  public Meter.MeterProvider<Counter> counters(String name, String help) {
    return Counter.builder(name).description(help).withRegistry(registry);
  }

  /** A counter whose value another component keeps. */
  public void functionCounter(String name, String help, LongSupplier total) {
    FunctionCounter.builder(name, total, of -> (double) of.getAsLong())
        .description(help)
        .register(registry);
  }

  /** A current value of this process; values of several processes can be added. */
  public void gauge(String name, String help, DoubleSupplier now) {
    Gauge.builder(name, now::getAsDouble).description(help).register(registry);
  }

  /** A timer with buckets that end at these durations. */
  public Meter.MeterProvider<Timer> timers(String name, String help, Duration... buckets) {
    return Timer.builder(name)
        .description(help)
        .serviceLevelObjectives(buckets)
        .withRegistry(registry);
  }

  /** A summary of sizes: their sum and count. */
  public DistributionSummary summary(String name, String help) {
    return DistributionSummary.builder(name).description(help).register(registry);
  }

  @Override
  public void close() {
    gcMetrics.close();
    registry.close();
  }
}

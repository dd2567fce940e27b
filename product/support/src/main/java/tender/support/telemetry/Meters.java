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
 * The meters of one program, with those of its JVM. Names are written as Prometheus shows them, so
 * that what is read in a dashboard is found in the code.
 *
 * <p>Labels come from small sets that an operator knows (providers, endings, routes), never from
 * bags, people or tasks: each value is a series that Prometheus keeps for weeks.
 */
public final class Meters implements AutoCloseable {
  /** What {@link #scrape} is. */
  public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics gcMetrics = new JvmGcMetrics();

  public Meters() {
    // Prometheus frowns upon these two names; the share that is used says as much.
    registry.config().meterFilter(MeterFilter.denyNameStartsWith("process.cpu.time"));
    registry.config().meterFilter(MeterFilter.denyNameStartsWith("system.cpu.count"));
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    gcMetrics.bindTo(registry);
  }

  /** For libraries that count by themselves. */
  public MeterRegistry registry() {
    return registry;
  }

  /** All there is to read now. */
  public String scrape() {
    return registry.scrape();
  }

  /** Something that happens; counted from 0 at each start. */
  public Counter counter(String name, String help) {
    return Counter.builder(name).description(help).register(registry);
  }

  /** The same, with labels that are given when it happens. */
  public Meter.MeterProvider<Counter> counters(String name, String help) {
    return Counter.builder(name).description(help).withRegistry(registry);
  }

  /** Something that is counted elsewhere. */
  public void functionCounter(String name, String help, LongSupplier total) {
    FunctionCounter.builder(name, total, of -> (double) of.getAsLong())
        .description(help)
        .register(registry);
  }

  /** What is there now, of this process alone: those of several may be added. */
  public void gauge(String name, String help, DoubleSupplier now) {
    Gauge.builder(name, now::getAsDouble).description(help).register(registry);
  }

  /** How long something takes, in buckets that end at these durations. */
  public Meter.MeterProvider<Timer> timers(String name, String help, Duration... buckets) {
    return Timer.builder(name)
        .description(help)
        .serviceLevelObjectives(buckets)
        .withRegistry(registry);
  }

  /** How large something is each time, as a sum and a count. */
  public DistributionSummary summary(String name, String help) {
    return DistributionSummary.builder(name).description(help).register(registry);
  }

  @Override
  public void close() {
    gcMetrics.close();
    registry.close();
  }
}

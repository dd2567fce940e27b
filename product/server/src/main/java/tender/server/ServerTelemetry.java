package tender.server;

import com.zaxxer.hikari.metrics.micrometer.MicrometerMetricsTrackerFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tender.server.engine.MarketListener;
import tender.server.rest.RequestListener;
import tender.server.store.Database;
import tender.server.telemetry.BagLogger;
import tender.server.telemetry.CompositeMarketListener;
import tender.server.telemetry.CompositeRequestListener;
import tender.server.telemetry.MarketMeters;
import tender.server.telemetry.MarketSpans;
import tender.server.telemetry.MetricsEndpoint;
import tender.server.telemetry.PaperMeters;
import tender.server.telemetry.RequestMeters;
import tender.support.http.HttpListener;
import tender.support.telemetry.Meters;
import tender.support.telemetry.SpanExporter;

/** A server's logs, metrics and traces, as configured. */
final class ServerTelemetry implements AutoCloseable {
  private final Optional<ListenAddress> address;
  private final Optional<Meters> meters;
  private final Optional<SpanExporter> exporter;
  private final Optional<MarketSpans> spans;
  private @Nullable HttpListener listener;

  ServerTelemetry(ServerConfig config, String replica) {
    address = config.metricsListenAddress();
    meters = address.map(_ -> new Meters());
    exporter =
        config
            .traceEndpoint()
            .map(collector -> new SpanExporter(collector, "tender-server", replica));
    spans = exporter.map(MarketSpans::new);
  }

  /** Observes the engine. */
  MarketListener marketListener() {
    List<MarketListener> all = new ArrayList<>();
    all.add(new BagLogger());
    meters.ifPresent(
        enabled -> all.addAll(List.of(new MarketMeters(enabled), new PaperMeters(enabled))));
    spans.ifPresent(all::add);
    return new CompositeMarketListener(all);
  }

  /** Observes REST requests. */
  RequestListener requestListener() {
    List<RequestListener> all = new ArrayList<>();
    meters.ifPresent(enabled -> all.add(new RequestMeters(enabled)));
    spans.ifPresent(all::add);
    return new CompositeRequestListener(all);
  }

  /** Starts to publish metrics, if configured. */
  void start(Database database, MarketReplica market) {
    if (address.isPresent() && meters.isPresent()) {
      Meters enabled = meters.get();
      database.measure(new MicrometerMetricsTrackerFactory(enabled.registry()));
      enabled.gauge(
          "tender_agents_connected", "Agents connected to this server.", market::connectedAgents);
      exporter.ifPresent(
          spanExporter -> {
            enabled.functionCounter(
                "tender_spans_sent_total",
                "Spans that the collector accepted.",
                spanExporter::sent);
            enabled.functionCounter(
                "tender_spans_dropped_total", "Spans that were dropped.", spanExporter::dropped);
          });
      listener = MetricsEndpoint.listener(address.get().host(), address.get().port(), enabled);
      listener.start();
    }
  }

  @Override
  public void close() {
    if (listener != null) {
      listener.close();
    }
    meters.ifPresent(Meters::close);
    exporter.ifPresent(SpanExporter::close);
  }
}

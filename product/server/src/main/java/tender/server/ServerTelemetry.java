package tender.server;

import com.zaxxer.hikari.metrics.micrometer.MicrometerMetricsTrackerFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tender.support.telemetry.Meters;
import tender.support.telemetry.SpanExporter;
import tender.server.engine.MarketListener;
import tender.server.telemetry.BagLogger;
import tender.server.telemetry.MarketMeters;
import tender.server.telemetry.MarketSpans;
import tender.server.telemetry.MetricsEndpoint;
import tender.server.telemetry.RequestMeters;
import tender.server.telemetry.CompositeRequestListener;
import tender.server.telemetry.CompositeMarketListener;
import tender.server.rest.RequestListener;
import tender.server.store.Database;
import tender.support.http.HttpListener;

/** What a server shows of itself to its operator, as its settings say. */
final class ServerTelemetry implements AutoCloseable {
  private final Optional<ListenAddress> listen;
  private final Optional<Meters> meters;
  private final Optional<SpanExporter> sender;
  private final Optional<MarketSpans> spans;
  private @Nullable HttpListener listener;

  ServerTelemetry(ServerConfig file, String replica) {
    listen = file.metrics().map(where -> ListenAddress.parse(where, "metrics"));
    meters = listen.map(_ -> new Meters());
    sender = file.traces().map(collector -> new SpanExporter(collector, "tender-server", replica));
    spans = sender.map(MarketSpans::new);
  }

  /** Who looks on while the market works. */
  MarketListener marketListener() {
    List<MarketListener> all = new ArrayList<>();
    all.add(new BagLogger());
    meters.ifPresent(into -> all.add(new MarketMeters(into)));
    spans.ifPresent(all::add);
    return new CompositeMarketListener(all);
  }

  /** Who looks on while people are answered. */
  RequestListener requestListener() {
    List<RequestListener> all = new ArrayList<>();
    meters.ifPresent(into -> all.add(new RequestMeters(into)));
    spans.ifPresent(all::add);
    return new CompositeRequestListener(all);
  }

  /** Begins to show it. */
  void start(Database database, MarketReplica market) {
    if (listen.isPresent() && meters.isPresent()) {
      Meters into = meters.get();
      database.measure(new MicrometerMetricsTrackerFactory(into.registry()));
      into.gauge(
          "tender_agents_connected", "Agents connected to this server.", market::connectedAgents);
      sender.ifPresent(
          to -> {
            into.functionCounter("tender_spans_sent_total", "Spans that the collector took.", to::sent);
            into.functionCounter("tender_spans_dropped_total", "Spans that were dropped.", to::dropped);
          });
      listener = MetricsEndpoint.listener(listen.get().host(), listen.get().port(), into);
      listener.start();
    }
  }

  @Override
  public void close() {
    if (listener != null) {
      listener.close();
    }
    meters.ifPresent(Meters::close);
    sender.ifPresent(SpanExporter::close);
  }
}

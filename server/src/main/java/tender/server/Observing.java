package tender.server;

import com.zaxxer.hikari.metrics.micrometer.MicrometerMetricsTrackerFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tender.observe.meters.Meters;
import tender.observe.traces.SpanSender;
import tender.server.market.Market;
import tender.server.market.Witness;
import tender.server.observe.BagLog;
import tender.server.observe.MarketMeters;
import tender.server.observe.MarketSpans;
import tender.server.observe.MetricsPage;
import tender.server.observe.RequestMeters;
import tender.server.observe.RequestWatches;
import tender.server.observe.Witnesses;
import tender.server.rest.RequestWatch;
import tender.server.store.Database;
import tender.web.Listener;

/** What a server shows of itself to its operator, as its settings say. */
final class Observing implements AutoCloseable {
  private final Optional<Address> listen;
  private final Optional<Meters> meters;
  private final Optional<SpanSender> sender;
  private final Optional<MarketSpans> spans;
  private @Nullable Listener listener;

  Observing(ServerFile file, String replica) {
    listen = file.metrics().map(where -> Address.parse(where, "metrics"));
    meters = listen.map(_ -> new Meters());
    sender = file.traces().map(collector -> new SpanSender(collector, "tender-server", replica));
    spans = sender.map(MarketSpans::new);
  }

  /** Who looks on while the market works. */
  Witness witness() {
    List<Witness> all = new ArrayList<>();
    all.add(new BagLog());
    meters.ifPresent(into -> all.add(new MarketMeters(into)));
    spans.ifPresent(all::add);
    return new Witnesses(all);
  }

  /** Who looks on while people are answered. */
  RequestWatch requests() {
    List<RequestWatch> all = new ArrayList<>();
    meters.ifPresent(into -> all.add(new RequestMeters(into)));
    spans.ifPresent(all::add);
    return new RequestWatches(all);
  }

  /** Begins to show it. */
  void start(Database database, Market market) {
    if (listen.isPresent() && meters.isPresent()) {
      Meters into = meters.get();
      database.measure(new MicrometerMetricsTrackerFactory(into.registry()));
      into.gauge(
          "tender_agents_connected", "Agents connected to this server.", market::connectedHere);
      sender.ifPresent(
          to -> {
            into.counted("tender_spans_sent_total", "Spans that the collector took.", to::sent);
            into.counted("tender_spans_dropped_total", "Spans that were dropped.", to::dropped);
          });
      listener = MetricsPage.listener(listen.get().host(), listen.get().port(), into);
      listener.start();
    }
  }

  @Override
  public void close() {
    if (listener != null) {
      listener.close();
    }
    meters.ifPresent(Meters::close);
    sender.ifPresent(SpanSender::close);
  }
}

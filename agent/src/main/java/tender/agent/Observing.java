package tender.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import tender.agent.batch.BatchSystem;
import tender.agent.observe.AgentMeters;
import tender.agent.observe.PartLog;
import tender.agent.observe.PartSpans;
import tender.agent.observe.WatchedBatchSystem;
import tender.agent.observe.Witnesses;
import tender.agent.provider.Witness;
import tender.core.message.Message;
import tender.observe.meters.Meters;
import tender.observe.traces.SpanSender;

/** What an agent shows of itself: figures on its owner's page, log lines, and perhaps spans. */
final class Observing implements AutoCloseable {
  private final Meters meters = new Meters();
  private final AgentMeters counted = new AgentMeters(meters);
  private final Optional<SpanSender> spans;

  Observing(AgentFile file, BooleanSupplier isConnected) {
    spans =
        file.traces().map(collector -> new SpanSender(collector, "tender-agent", file.provider()));
    meters.gauge(
        "tender_agent_connected",
        "1 while the agent has its stream to the market.",
        () -> isConnected.getAsBoolean() ? 1 : 0);
  }

  /** All that is counted, for the owner's page. */
  Meters meters() {
    return meters;
  }

  BatchSystem watched(BatchSystem batch) {
    return WatchedBatchSystem.of(batch, meters);
  }

  void said(Message message) {
    counted.said(message);
  }

  void heard(Message.ToProvider message) {
    counted.heard(message);
  }

  /** Who looks on while the agent works. */
  Witness witness() {
    List<Witness> all = new ArrayList<>();
    all.add(new PartLog());
    all.add(counted);
    spans.ifPresent(to -> all.add(new PartSpans(to)));
    return new Witnesses(all);
  }

  @Override
  public void close() {
    meters.close();
    spans.ifPresent(SpanSender::close);
  }
}

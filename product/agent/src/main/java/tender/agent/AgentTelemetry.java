package tender.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import tender.agent.batch.BatchSystem;
import tender.agent.telemetry.AgentMetrics;
import tender.agent.telemetry.PartLog;
import tender.agent.telemetry.PartSpans;
import tender.agent.telemetry.InstrumentedBatchSystem;
import tender.agent.telemetry.CompositePartListener;
import tender.agent.execution.PartListener;
import tender.core.message.Message;
import tender.support.telemetry.Meters;
import tender.support.telemetry.SpanExporter;

/** What an agent shows of itself: figures on its owner's page, log lines, and perhaps spans. */
final class AgentTelemetry implements AutoCloseable {
  private final Meters metrics = new Meters();
  private final AgentMetrics agentMetrics = new AgentMetrics(metrics);
  private final Optional<SpanExporter> spans;

  AgentTelemetry(AgentConfig file, BooleanSupplier isConnected) {
    spans =
        file.traces().map(collector -> new SpanExporter(collector, "tender-agent", file.provider()));
    metrics.gauge(
        "tender_agent_connected",
        "1 while the agent has its stream to the market.",
        () -> isConnected.getAsBoolean() ? 1 : 0);
  }

  /** All that is counted, for the owner's page. */
  Meters metrics() {
    return metrics;
  }

  BatchSystem instrument(BatchSystem batch) {
    return InstrumentedBatchSystem.instrument(batch, metrics);
  }

  void sent(Message message) {
    agentMetrics.sent(message);
  }

  void received(Message.ToProvider message) {
    agentMetrics.received(message);
  }

  /** Who looks on while the agent works. */
  PartListener partListener() {
    List<PartListener> all = new ArrayList<>();
    all.add(new PartLog());
    all.add(agentMetrics);
    spans.ifPresent(to -> all.add(new PartSpans(to)));
    return new CompositePartListener(all);
  }

  @Override
  public void close() {
    metrics.close();
    spans.ifPresent(SpanExporter::close);
  }
}

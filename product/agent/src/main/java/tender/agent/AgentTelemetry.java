package tender.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import tender.agent.batch.BatchSystem;
import tender.agent.execution.PartListener;
import tender.agent.telemetry.AgentMetrics;
import tender.agent.telemetry.CompositePartListener;
import tender.agent.telemetry.InstrumentedBatchSystem;
import tender.agent.telemetry.PartLog;
import tender.agent.telemetry.PartSpans;
import tender.support.telemetry.Meters;
import tender.support.telemetry.SpanExporter;

/** An agent's telemetry: metrics on the owner page, log lines and, if configured, spans. */
final class AgentTelemetry implements AutoCloseable {
  private final Meters metrics = new Meters();
  private final AgentMetrics agentMetrics = new AgentMetrics(metrics);
  private final Optional<SpanExporter> spans;

  AgentTelemetry(AgentConfig config, BooleanSupplier isConnected) {
    spans =
        config
            .traceEndpoint()
            .map(collector -> new SpanExporter(collector, "tender-agent", config.provider()));
    metrics.gauge(
        "tender_agent_connected",
        "1 while the agent is connected exporter the market.",
        () -> isConnected.getAsBoolean() ? 1 : 0);
  }

  /** All metrics, for the owner page. */
  Meters metrics() {
    return metrics;
  }

  BatchSystem instrument(BatchSystem batch) {
    return InstrumentedBatchSystem.instrument(batch, metrics);
  }

  /** Counts the messages from and to the market. */
  AgentMetrics messages() {
    return agentMetrics;
  }

  /** Receives the events of parts. */
  PartListener partListener() {
    List<PartListener> listeners = new ArrayList<>();
    listeners.add(new PartLog());
    listeners.add(agentMetrics);
    spans.ifPresent(exporter -> listeners.add(new PartSpans(exporter)));
    return new CompositePartListener(listeners);
  }

  @Override
  public void close() {
    metrics.close();
    spans.ifPresent(SpanExporter::close);
  }
}

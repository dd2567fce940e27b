package tender.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tender.agent.observe.PartLog;
import tender.agent.observe.PartSpans;
import tender.agent.observe.Witnesses;
import tender.agent.provider.Witness;
import tender.observe.traces.SpanSender;

/** What an agent shows of itself, as its settings say. */
final class Observing implements AutoCloseable {
  private final Optional<SpanSender> spans;

  Observing(AgentFile file) {
    spans =
        file.traces().map(collector -> new SpanSender(collector, "tender-agent", file.provider()));
  }

  /** Who looks on while the agent works. */
  Witness witness() {
    List<Witness> all = new ArrayList<>();
    all.add(new PartLog());
    spans.ifPresent(to -> all.add(new PartSpans(to)));
    return new Witnesses(all);
  }

  @Override
  public void close() {
    spans.ifPresent(SpanSender::close);
  }
}

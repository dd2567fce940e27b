package tender.agent.telemetry;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import tender.agent.execution.PartListener;
import tender.core.message.ReservationId;
import tender.core.provider.state.ReservedPart;
import tender.support.telemetry.BagSpan;
import tender.support.telemetry.SpanSink;

/**
 * Traces a part by this machine's clock, from its commitment to its last results: staging,
 * deliveries and task runs. Only the slowest tasks of each pack are traced, and a bounded number of
 * each part.
 */
public final class PartSpans implements PartListener {
  static final int MAX_TASKS_PER_PACK = 50;
  static final int MAX_TASKS_PER_PART = 200;

  private final SpanSink spans;
  private final Map<ReservationId, OpenPart> openParts = new ConcurrentHashMap<>();

  /** A part that has not ended. */
  private record OpenPart(long fromMillis, boolean resumed, AtomicInteger shown) {}

  public PartSpans(SpanSink spans) {
    this.spans = spans;
  }

  @Override
  public void committed(ReservedPart part, long nowMillis) {
    openParts.put(part.id(), new OpenPart(nowMillis, false, new AtomicInteger()));
  }

  /** The time of commitment is unknown after a restart; the trace begins now. */
  @Override
  public void resumed(ReservedPart part, long nowMillis) {
    openParts.put(part.id(), new OpenPart(nowMillis, true, new AtomicInteger()));
  }

  @Override
  public void staged(ReservationId part, long fromMillis, long untilMillis) {
    spans.add(of(part, "stage", "stage", fromMillis, untilMillis));
  }

  @Override
  public void delivered(ReservationId part, PackDelivery delivery) {
    int first =
        delivery.runs().stream().mapToInt(TaskRun::taskIndex).min().orElse(Integer.MAX_VALUE);
    spans.add(
        of(part, "deliver", "deliver " + first, delivery.fromMillis(), delivery.untilMillis())
            .with("tender.tasks", delivery.tasks())
            .with("tender.failed", delivery.failed())
            .with("tender.bytes", delivery.bytes()));
    OpenPart open = openParts.get(part);
    if (open != null) {
      tasks(part, open, delivery.runs());
    }
  }

  private void tasks(ReservationId part, OpenPart open, List<TaskRun> runs) {
    int remaining = Math.min(MAX_TASKS_PER_PACK, MAX_TASKS_PER_PART - open.shown.get());
    List<TaskRun> slowest =
        runs.stream()
            .sorted(
                Comparator.<TaskRun>comparingLong(run -> run.startedMillis() - run.endedMillis())
                    .thenComparingInt(TaskRun::taskIndex))
            .limit(Math.max(0, remaining))
            .toList();
    open.shown.addAndGet(slowest.size());
    for (TaskRun run : slowest) {
      // A task may have started before the agent's restart, and so before the trace.
      long fromMillis = Math.max(run.startedMillis(), open.fromMillis);
      spans.add(
          of(
                  part,
                  "task",
                  "task " + run.taskIndex() + "." + run.attempt(),
                  fromMillis,
                  Math.max(fromMillis, run.endedMillis()))
              .with("tender.task", run.taskIndex())
              .with("tender.attempt", run.attempt())
              .with("tender.exit_code", run.exitCode()));
    }
  }

  private static BagSpan of(
      ReservationId part, String name, String about, long fromMillis, long untilMillis) {
    return BagSpan.within(
        part.call().bag(),
        BagSpan.key(part),
        name,
        about + " of " + BagSpan.key(part),
        fromMillis,
        untilMillis);
  }

  @Override
  public void ended(ReservedPart part, long nowMillis) {
    end(part, nowMillis, "delivered");
  }

  @Override
  public void released(ReservedPart part, long nowMillis) {
    end(part, nowMillis, "released");
  }

  private void end(ReservedPart part, long nowMillis, String how) {
    OpenPart open = openParts.remove(part.id());
    if (open == null) {
      return;
    }
    ReservationId id = part.id();
    spans.add(
        BagSpan.within(
                id.call().bag(),
                BagSpan.BAG_KEY,
                "part",
                BagSpan.key(id),
                open.fromMillis,
                nowMillis)
            .with("tender.provider", id.provider())
            .with("tender.tasks", part.tasks().size())
            .with("tender.tasks_not_shown", part.endedTasks().size() - open.shown.get())
            .with("tender.end", how)
            .with("tender.resumed", open.resumed));
  }
}

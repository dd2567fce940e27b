package tender.agent.observe;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import tender.agent.provider.Witness;
import tender.core.message.ReservationId;
import tender.core.provider.HeldPart;
import tender.observe.traces.BagSpan;
import tender.observe.traces.Spans;

/**
 * Traces a part at this site, by this machine's clock: from its commitment to its last results, how
 * its work was fetched, its packs handed over and its tasks ran. Of tasks there is no end, so of
 * each pack the slowest few are shown, and of each part no more than some.
 */
public final class PartSpans implements Witness {
  static final int MOST_TASKS_OF_A_PACK = 50;
  static final int MOST_TASKS_OF_A_PART = 200;

  private final Spans spans;
  private final Map<ReservationId, Since> open = new ConcurrentHashMap<>();

  /** A part that is being done. */
  private record Since(long fromMillis, boolean resumed, AtomicInteger shown) {}

  public PartSpans(Spans spans) {
    this.spans = spans;
  }

  @Override
  public void committed(HeldPart part, long nowMillis) {
    open.put(part.id(), new Since(nowMillis, false, new AtomicInteger()));
  }

  /** When it was committed is forgotten; it is traced from here on. */
  @Override
  public void resumed(HeldPart part, long nowMillis) {
    open.put(part.id(), new Since(nowMillis, true, new AtomicInteger()));
  }

  @Override
  public void staged(ReservationId part, long fromMillis, long untilMillis) {
    spans.add(of(part, "stage", "stage", fromMillis, untilMillis));
  }

  @Override
  public void delivered(ReservationId part, Delivery delivery) {
    int first = delivery.runs().stream().mapToInt(TaskRun::task).min().orElse(Integer.MAX_VALUE);
    spans.add(
        of(part, "deliver", "deliver " + first, delivery.fromMillis(), delivery.untilMillis())
            .with("tender.tasks", delivery.tasks())
            .with("tender.failed", delivery.failed())
            .with("tender.bytes", delivery.bytes()));
    Since since = open.get(part);
    if (since != null) {
      tasks(part, since, delivery.runs());
    }
  }

  private void tasks(ReservationId part, Since since, List<TaskRun> runs) {
    int room = Math.min(MOST_TASKS_OF_A_PACK, MOST_TASKS_OF_A_PART - since.shown.get());
    List<TaskRun> slowest =
        runs.stream()
            .sorted(
                Comparator.<TaskRun>comparingLong(run -> run.begunMillis() - run.endedMillis())
                    .thenComparingInt(TaskRun::task))
            .limit(Math.max(0, room))
            .toList();
    since.shown.addAndGet(slowest.size());
    for (TaskRun run : slowest) {
      // What ran before the agent was started anew began before all that is known of the part.
      long fromMillis = Math.max(run.begunMillis(), since.fromMillis);
      spans.add(
          of(
                  part,
                  "task",
                  "task " + run.task() + "." + run.attempt(),
                  fromMillis,
                  Math.max(fromMillis, run.endedMillis()))
              .with("tender.task", run.task())
              .with("tender.attempt", run.attempt())
              .with("tender.exit_code", run.exitCode()));
    }
  }

  private static BagSpan of(
      ReservationId part, String name, String about, long fromMillis, long untilMillis) {
    return BagSpan.within(
        part.call().bag(),
        BagSpan.about(part),
        name,
        about + " of " + BagSpan.about(part),
        fromMillis,
        untilMillis);
  }

  @Override
  public void ended(HeldPart part, long nowMillis) {
    end(part, nowMillis, "delivered");
  }

  @Override
  public void released(HeldPart part, long nowMillis) {
    end(part, nowMillis, "released");
  }

  private void end(HeldPart part, long nowMillis, String how) {
    Since since = open.remove(part.id());
    if (since == null) {
      return;
    }
    ReservationId id = part.id();
    spans.add(
        BagSpan.within(
                id.call().bag(),
                BagSpan.WHOLE,
                "part",
                BagSpan.about(id),
                since.fromMillis,
                nowMillis)
            .with("tender.provider", id.provider())
            .with("tender.tasks", part.tasks().size())
            .with("tender.tasks_not_shown", part.ended().size() - since.shown.get())
            .with("tender.end", how)
            .with("tender.resumed", since.resumed));
  }
}

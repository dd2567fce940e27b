package tender.core.node;

import java.util.ArrayList;
import java.util.List;
import tender.core.model.Time;
import tender.core.node.schedule.NodeScheduler;

/**
 * A naive implementation of conservative backfilling on nodes: after an early end every waiting
 * task is removed from the profile and placed again as early as possible, one by one.
 */
final class NaiveNodeConservative implements NodeScheduler {
  private final NaiveNodeProfile free;
  private final boolean compressing;
  private final List<Waiting> waiting = new ArrayList<>();

  private static final class Waiting {
    final NodeJob job;
    NodePlacement placement;

    Waiting(NodeJob job, NodePlacement placement) {
      this.job = job;
      this.placement = placement;
    }

    long endMillis() {
      return placement.startMillis() + job.job().durationMillis();
    }
  }

  NaiveNodeConservative(NaiveNodeProfile free, boolean compressing) {
    this.free = free;
    this.compressing = compressing;
  }

  @Override
  public void submit(NodeJob job, long nowMillis) {
    for (int i = 0; i < job.job().tasks(); i++) {
      Waiting task = new Waiting(job, earliest(job, nowMillis));
      add(task, 1);
      waiting.add(task);
    }
  }

  @Override
  public void ended(NodeJob job, NodePlacement placement, long nowMillis) {
    long expectedMillis = placement.startMillis() + job.job().durationMillis();
    if (expectedMillis <= nowMillis) {
      return;
    }
    free.add(job.request(), placement, nowMillis, expectedMillis, -1);
    for (Waiting task : compressing ? waiting : List.<Waiting>of()) {
      add(task, -1);
      NodePlacement earliest = earliest(task.job, nowMillis);
      if (earliest.startMillis() < task.placement.startMillis()) {
        task.placement = earliest;
      }
      add(task, 1);
    }
  }

  private void add(Waiting task, int sign) {
    free.add(
        task.job.request(), task.placement, task.placement.startMillis(), task.endMillis(), sign);
  }

  @Override
  public void startDue(long nowMillis, StartListener listener) {
    for (Waiting task : List.copyOf(waiting)) {
      if (task.placement.startMillis() <= nowMillis) {
        listener.onStart(task.job, task.placement);
        waiting.remove(task);
      }
    }
  }

  @Override
  public long nextStartMillis() {
    return waiting.stream()
        .mapToLong(task -> task.placement.startMillis())
        .min()
        .orElse(Time.NEVER);
  }

  private NodePlacement earliest(NodeJob job, long nowMillis) {
    return free.earliestPlace(job.request(), job.job().durationMillis(), nowMillis);
  }
}

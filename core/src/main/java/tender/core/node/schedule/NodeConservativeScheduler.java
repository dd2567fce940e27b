package tender.core.node.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import tender.core.model.Time;
import tender.core.node.NodeDemand;
import tender.core.node.NodeJob;
import tender.core.node.NodePlacement;
import tender.core.node.NodeProfile;

/**
 * Conservative backfilling on nodes: every task gets a start and nodes on arrival, and no start is
 * ever delayed for another task. {@code queue.ConservativeScheduler} has the same rule for a
 * machine without nodes, and the paper.
 *
 * <p>Rules. On arrival each task takes the earliest instant at which enough nodes have what it
 * requests for its whole estimate, next to all running and planned tasks. <em>With
 * compression</em>, when a task ended early, the waiting tasks are moved once, in order of arrival,
 * to the earliest instant that is free if their own place counts as free: no task can lose. A task
 * that cannot start earlier keeps its nodes. <em>Without compression</em>, an early end leaves a
 * gap for incoming tasks.
 */
public final class NodeConservativeScheduler implements NodeScheduler {
  private final NodeProfile free;
  private final boolean compressing;

  /** In order of arrival; started tasks are removed from time to time. */
  private final List<PlannedTask> waiting = new ArrayList<>();

  private final TreeSet<PlannedTask> starts = new TreeSet<>();
  private final FreedNodes freed;
  private long arrivals;
  private int startedCount;

  /**
   * @param free the nodes next to the running tasks; this scheduler owns it from now on
   */
  public NodeConservativeScheduler(NodeProfile free, boolean compressing) {
    this.free = free;
    this.compressing = compressing;
    this.freed = new FreedNodes(free);
  }

  @Override
  public void submit(NodeJob job, long nowMillis) {
    NodeDemand demand = free.demand(job.request());
    for (int i = 0; i < job.job().tasks(); i++) {
      PlannedTask task = new PlannedTask(job, demand, freed.state(demand), arrivals++);
      waiting.add(task);
      place(task, free.earliestStart(demand, task.durationMillis, nowMillis));
    }
  }

  @Override
  public void ended(NodeJob job, NodePlacement placement, long nowMillis) {
    long expectedMillis = placement.startMillis() + job.job().durationMillis();
    if (expectedMillis > nowMillis) {
      free.trimBefore(nowMillis);
      free.release(free.demand(job.request()), placement, nowMillis, expectedMillis);
      if (compressing) {
        freed.beginPass(placement, nowMillis, expectedMillis);
        compress(nowMillis);
      }
    }
  }

  @Override
  public void startDue(long nowMillis, StartListener listener) {
    while (nextStartMillis() <= nowMillis) {
      PlannedTask task = starts.removeFirst();
      task.started = true;
      startedCount++;
      listener.onStart(task.job, task.placement);
    }
    if (2 * startedCount > waiting.size()) {
      waiting.removeIf(task -> task.started);
      startedCount = 0;
    }
  }

  @Override
  public long nextStartMillis() {
    return starts.isEmpty() ? Time.NEVER : starts.first().startMillis();
  }

  /** Visits the places of all waiting tasks, in order of arrival. */
  public void forEachPlanned(StartListener visitor) {
    for (PlannedTask task : waiting) {
      if (!task.started) {
        visitor.onStart(task.job, task.placement);
      }
    }
  }

  private void compress(long nowMillis) {
    for (int index = 0; index < waiting.size(); index++) {
      PlannedTask task = waiting.get(index);
      if (!task.started) {
        NodePlacement earlier = freed.earlierStart(task, nowMillis);
        if (!earlier.isNone()) {
          move(task, earlier);
        }
        freed.visited(task);
      }
    }
  }

  private void move(PlannedTask task, NodePlacement earlier) {
    NodePlacement old = task.placement;
    if (task.isPlaced()) {
      starts.remove(task);
      free.release(task.demand, old, old.startMillis(), task.endMillis());
    }
    place(task, earlier);
    if (!old.isNone()) {
      freed.moved(old, old.startMillis(), old.startMillis() + task.durationMillis);
    }
  }

  private void place(PlannedTask task, NodePlacement placement) {
    task.place(placement);
    if (task.isPlaced()) {
      free.take(task.demand, placement, task.endMillis());
      starts.add(task);
    }
  }
}

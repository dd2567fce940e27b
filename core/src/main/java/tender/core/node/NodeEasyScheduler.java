package tender.core.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tender.core.model.Time;

/**
 * EASY backfilling on nodes: only the first task in the queue has a reservation, and any task that
 * does not delay it may start earlier. {@code queue.EasyScheduler} has the same rule for a machine
 * without nodes, and the papers.
 *
 * <p>Rules, at each call of {@link #startDue}:
 *
 * <ol>
 *   <li>In order of arrival, tasks start while the first one fits.
 *   <li>The first task that does not fit gets a reservation: the earliest instant at which enough
 *       nodes have what it requests, by the estimates of all running tasks, and these nodes. It
 *       keeps the reservation until a task ends; then it gets the best one again, which is never
 *       later.
 *   <li>In order of arrival, every later task starts now if there are nodes on which it disturbs
 *       neither running tasks nor the reservation.
 * </ol>
 */
public final class NodeEasyScheduler implements NodeScheduler {
  private final NodeProfile free;
  private final List<WaitingTask> waiting = new ArrayList<>();
  private NodePlacement reservation = NodePlacement.NONE;
  private boolean endedSinceLastPass;

  /** Counts the ends of tasks that were followed by a decision; demands begin with 0. */
  private long pass = 1;

  /** This many tasks at the front of the queue could not start since the last end of a task. */
  private int checked;

  private record WaitingTask(NodeJob job, NodeDemand demand) {
    long durationMillis() {
      return job.job().durationMillis();
    }
  }

  /**
   * @param free the nodes next to the running tasks; this scheduler owns it from now on
   */
  public NodeEasyScheduler(NodeProfile free) {
    this.free = free;
  }

  @Override
  public void submit(NodeJob job, long nowMillis) {
    NodeDemand demand = free.demand(job.request());
    for (int task = 0; task < job.job().tasks(); task++) {
      waiting.add(new WaitingTask(job, demand));
    }
  }

  @Override
  public void ended(NodeJob job, NodePlacement placement, long nowMillis) {
    long expectedMillis = placement.startMillis() + job.job().durationMillis();
    if (expectedMillis > nowMillis) {
      free.release(free.demand(job.request()), placement, nowMillis, expectedMillis);
    }
    endedSinceLastPass = true;
  }

  /** The job of the first waiting task. */
  public Optional<NodeJob> head() {
    return waiting.isEmpty() ? Optional.empty() : Optional.of(waiting.getFirst().job);
  }

  /** The start that the first waiting task has reserved, {@link Time#NEVER} if there is none. */
  public long reservedMillis() {
    return reservation.startMillis();
  }

  @Override
  public void startDue(long nowMillis, StartListener listener) {
    free.trimBefore(nowMillis);
    if (endedSinceLastPass) {
      releaseReservation();
      endedSinceLastPass = false;
      checked = 0;
      pass++;
    }
    if (checked == 0) {
      startFirst(nowMillis, listener);
    }
    backfill(nowMillis, listener);
  }

  /** Starts tasks in order of arrival until one does not fit, which gets a reservation. */
  private void startFirst(long nowMillis, StartListener listener) {
    int started = 0;
    while (started < waiting.size() && reservation.isNone()) {
      WaitingTask task = waiting.get(started);
      NodePlacement earliest = free.earliestStart(task.demand, task.durationMillis(), nowMillis);
      if (earliest.startMillis() > nowMillis) {
        reserve(task, earliest);
        break;
      }
      start(task, earliest, listener);
      started++;
    }
    waiting.subList(0, started).clear();
    checked = Math.min(1, waiting.size());
  }

  private void backfill(long nowMillis, StartListener listener) {
    int kept = checked;
    for (int index = checked; index < waiting.size(); index++) {
      WaitingTask task = waiting.get(index);
      if (!startNow(task, nowMillis, listener)) {
        waiting.set(kept, task);
        kept++;
      }
    }
    waiting.subList(kept, waiting.size()).clear();
    checked = kept;
  }

  private boolean startNow(WaitingTask task, long nowMillis, StartListener listener) {
    NodeDemand demand = task.demand;
    long durationMillis = task.durationMillis();
    // Until a task ends less and less is free, so that what failed once fails again.
    if (demand.failedPass == pass && demand.failedMillis <= durationMillis) {
      return false;
    }
    NodePlacement placement = free.startAt(demand, durationMillis, nowMillis);
    if (placement.isNone()) {
      demand.failedPass = pass;
      demand.failedMillis = durationMillis;
      return false;
    }
    start(task, placement, listener);
    return true;
  }

  private void start(WaitingTask task, NodePlacement placement, StartListener listener) {
    free.take(task.demand, placement, placement.startMillis() + task.durationMillis());
    listener.onStart(task.job, placement);
  }

  private void reserve(WaitingTask task, NodePlacement placement) {
    reservation = placement;
    free.take(task.demand, placement, placement.startMillis() + task.durationMillis());
  }

  private void releaseReservation() {
    if (!reservation.isNone()) {
      WaitingTask first = waiting.getFirst();
      long endMillis = reservation.startMillis() + first.durationMillis();
      free.release(first.demand, reservation, reservation.startMillis(), endMillis);
      reservation = NodePlacement.NONE;
    }
  }
}

package tender.core.node.schedule;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tender.core.model.Time;
import tender.core.node.NodeDemand;
import tender.core.node.NodeJob;
import tender.core.node.NodePlacement;
import tender.core.node.NodeProfile;

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
 *       keeps the reservation until the ends of tasks make an earlier one possible.
 *   <li>In order of arrival, every later task starts now if there are nodes on which it disturbs
 *       neither running tasks nor the reservation.
 * </ol>
 *
 * <p>A task occupies its nodes until its end is reported. The choice of nodes is that of {@link
 * NodeProfile}.
 */
public final class NodeEasyScheduler implements NodeScheduler {
  /** When there are more different demands, all of them are forgotten to limit the memory. */
  private static final int MAX_GROUPS = 4_096;

  private final NodeProfile profile;
  private final RunningNodes nodes;
  private final EasyNodeChoice choice;

  /** In order of arrival; started tasks are dropped when they are the first. */
  private final Deque<WaitingTask> queue = new ArrayDeque<>();

  private final Map<NodeDemand, WaitingGroup> groupsByDemand = new LinkedHashMap<>();

  /** The groups that have waiting tasks. */
  private final List<WaitingGroup> groups = new ArrayList<>();

  private long arrivals;

  /** The first task of the queue while it has a reservation. */
  private @Nullable WaitingTask reserving;

  private boolean endedSinceLastPass;

  /** Counts the times at which more became free for waiting tasks; groups begin with 0. */
  private long pass = 1;

  /** The tasks up to this arrival cannot start in this pass. */
  private long checkedArrival = -1;

  /**
   * @param free the nodes next to the running tasks; this scheduler owns it from now on
   */
  public NodeEasyScheduler(NodeProfile free) {
    profile = free;
    nodes = new RunningNodes(free);
    choice = new EasyNodeChoice(free, nodes);
  }

  @Override
  public void submit(NodeJob job, long nowMillis) {
    NodeDemand demand = profile.demand(job.request());
    WaitingGroup group = groupOf(demand);
    if (group.isEmpty()) {
      groups.add(group);
    }
    for (int task = 0; task < job.job().tasks(); task++) {
      WaitingTask waiting = new WaitingTask(job, group, arrivals++);
      group.add(waiting);
      queue.add(waiting);
    }
  }

  private WaitingGroup groupOf(NodeDemand demand) {
    if (groupsByDemand.size() == MAX_GROUPS) {
      groupsByDemand.clear();
    }
    return groupsByDemand.computeIfAbsent(demand, WaitingGroup::new);
  }

  @Override
  public void ended(NodeJob job, NodePlacement placement, long nowMillis) {
    NodeDemand demand = profile.demand(job.request());
    nodes.release(demand, placement, placement.startMillis() + job.job().durationMillis());
    choice.changed(placement);
    endedSinceLastPass = true;
  }

  /** The job of the first waiting task. */
  public Optional<NodeJob> head() {
    return Optional.ofNullable(first()).map(head -> head.job);
  }

  /** The start that the first waiting task has reserved, {@link Time#NEVER} if there is none. */
  public long reservedMillis() {
    return nodes.reservedMillis();
  }

  /** The start and the nodes that the first waiting task has reserved. */
  public NodePlacement reservation() {
    return choice.reservation();
  }

  @Override
  public void startDue(long nowMillis, StartListener listener) {
    if (queue.isEmpty()) {
      return;
    }
    if (reserving == null || choice.canImprove()) {
      startFirst(nowMillis, listener);
    } else if (endedSinceLastPass) {
      beginPass();
    }
    endedSinceLastPass = false;
    if (nodes.freeProcessors() > 0 && checkedArrival < arrivals - 1) {
      backfill(nowMillis, listener);
    }
    checkedArrival = arrivals - 1;
  }

  /** Starts tasks in order of arrival until one does not fit, which gets a reservation. */
  private void startFirst(long nowMillis, StartListener listener) {
    choice.releaseReservation();
    reserving = null;
    WaitingTask head = first();
    while (head != null) {
      NodePlacement placement = choice.startNow(head.group.demand, nowMillis, false);
      if (placement.isNone()) {
        choice.reserve(head.group.demand);
        reserving = head;
        break;
      }
      start(head, placement, listener);
      head = first();
    }
    beginPass();
  }

  /** More is free than in the last pass, so that every task after the first one may start. */
  private void beginPass() {
    pass++;
    checkedArrival = reserving == null ? arrivals - 1 : reserving.arrival;
  }

  private void backfill(long nowMillis, StartListener listener) {
    long reservedMillis = nodes.reservedMillis();
    long untilMillis = reservedMillis == Time.NEVER ? Time.NEVER : reservedMillis - nowMillis;
    while (true) {
      WaitingTask earliest = null;
      for (int i = 0; i < groups.size(); i++) {
        WaitingTask next = nextOf(groups.get(i), untilMillis);
        if (next != null && (earliest == null || next.arrival < earliest.arrival)) {
          earliest = next;
        }
      }
      if (earliest == null) {
        return;
      }
      startLater(earliest, untilMillis, nowMillis, listener);
    }
  }

  /** The next task of a group that may start now. */
  private @Nullable WaitingTask nextOf(WaitingGroup group, long untilMillis) {
    if (group.isBefore(checkedArrival)) {
      return null;
    }
    if (group.pass != pass) {
      group.pass = pass;
      group.noneCanStart = false;
      group.noLongOneCanStart = false;
    }
    // Until a task ends less and less is free, so that what failed once fails again.
    if (group.noneCanStart || nodes.hasTooFew(group.demand, false)) {
      group.noneCanStart = true;
      return null;
    }
    group.noLongOneCanStart |= nodes.hasTooFew(group.demand, true);
    return group.next(checkedArrival, group.noLongOneCanStart ? untilMillis : Time.NEVER);
  }

  private void startLater(
      WaitingTask task, long untilMillis, long nowMillis, StartListener listener) {
    boolean isLong = task.durationMillis() > untilMillis;
    NodePlacement placement = choice.startNow(task.group.demand, nowMillis, isLong);
    if (!placement.isNone()) {
      checkedArrival = task.arrival;
      start(task, placement, listener);
    } else if (isLong) {
      task.group.noLongOneCanStart = true;
    } else {
      task.group.noneCanStart = true;
    }
  }

  private void start(WaitingTask task, NodePlacement placement, StartListener listener) {
    WaitingGroup group = task.group;
    group.remove(task);
    if (group.isEmpty()) {
      groups.remove(group);
    }
    nodes.take(group.demand, placement, placement.startMillis() + task.durationMillis());
    choice.changed(placement);
    listener.onStart(task.job, placement);
  }

  /** The first waiting task; started tasks before it are dropped. */
  private @Nullable WaitingTask first() {
    WaitingTask first = queue.peekFirst();
    while (first != null && first.started) {
      queue.removeFirst();
      first = queue.peekFirst();
    }
    return first;
  }
}

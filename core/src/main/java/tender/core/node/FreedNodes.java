package tender.core.node;

import java.util.ArrayList;
import java.util.List;
import tender.core.resource.ResourceAmounts;

/**
 * The places that were released since the waiting tasks were last moved, so that most tasks need no
 * search. A task that was as early as possible in the last pass can only move if its new place
 * overlaps one of these places.
 *
 * <p>A pass visits the queue in order. What a task releases by moving counts for the rest of this
 * pass and for the whole next pass, because the tasks before it have not seen it.
 */
final class FreedNodes {
  private final NodeProfile profile;
  private final List<Freed> current = new ArrayList<>();
  private final List<Freed> moved = new ArrayList<>();

  /** For each node the last pass in which something was released on it. */
  private final long[] lastPass;

  private long pass;

  /**
   * A place on one node that was released.
   *
   * @param computing the most processors and memory that are free at any instant of it
   * @param extra the most GPUs and scratch disk
   */
  private record Freed(int node, long fromMillis, long untilMillis, long computing, long extra) {}

  FreedNodes(NodeProfile profile) {
    this.profile = profile;
    lastPass = new long[profile.cluster().nodes()];
  }

  /** Begins a pass after a task's place was released. */
  void beginPass(NodePlacement released, long fromMillis, long untilMillis) {
    pass++;
    current.clear();
    for (Freed freed : moved) {
      add(freed.node, freed.fromMillis, freed.untilMillis);
    }
    moved.clear();
    for (int i = 0; i < released.size(); i++) {
      add(released.node(i), fromMillis, untilMillis);
    }
  }

  /** A task moved and released its old place. */
  void moved(NodePlacement old, long fromMillis, long untilMillis) {
    for (int i = 0; i < old.size(); i++) {
      moved.add(add(old.node(i), fromMillis, untilMillis));
    }
  }

  /** Whether a task may get an earlier start; a task for which this is false cannot. */
  boolean canMove(PlannedTask task, long nowMillis) {
    return earliestOnFreed(task) < task.startMillis() || canMoveOnOwnNodes(task, nowMillis);
  }

  /** A lower bound of the starts that the released places allow, without the task's own place. */
  private long earliestOnFreed(PlannedTask task) {
    NodeDemand demand = task.demand;
    StartBounds.Row row = profile.bounds(demand, task.durationMillis);
    row.beginPass(pass);
    for (; row.passEntries < current.size(); row.passEntries++) {
      Freed freed = current.get(row.passEntries);
      int kind = profile.kindOf(freed.node);
      if (demand.isSuitable(kind)
          && PackedAmounts.fits(demand.bounds.computing[kind], freed.computing)
          && PackedAmounts.fits(demand.bounds.extra[kind], freed.extra)) {
        long startMillis = profile.raiseBound(demand, row, freed.node);
        if (startMillis < freed.untilMillis) {
          row.lowestMillis = Math.min(row.lowestMillis, startMillis);
        }
      }
    }
    return row.lowestMillis;
  }

  /** A short move overlaps the task's own place, which the bounds count as occupied. */
  private boolean canMoveOnOwnNodes(PlannedTask task, long nowMillis) {
    NodePlacement placement = task.placement;
    for (int i = 0; i < placement.size(); i++) {
      if (lastPass[placement.node(i)] == pass
          && task.ownBound(i, profile, nowMillis) < placement.startMillis()) {
        return true;
      }
    }
    return false;
  }

  private Freed add(int node, long fromMillis, long untilMillis) {
    lastPass[node] = pass;
    ResourceAmounts most =
        profile.timeline(node).mostFree(Math.max(fromMillis, profile.originMillis()), untilMillis);
    Freed freed =
        new Freed(
            node,
            fromMillis,
            untilMillis,
            PackedAmounts.computing(most),
            PackedAmounts.extra(most));
    current.add(freed);
    return freed;
  }
}

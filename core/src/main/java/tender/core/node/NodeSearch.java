package tender.core.node;

import tender.core.model.Time;
import tender.core.profile.ArrayProfile;

/**
 * Finds the earliest start of a task and its nodes.
 *
 * <p>Each node has a cursor before which it is excluded, at first its bound from earlier searches.
 * The earliest start is not before the instant at which enough cursors are reached; if fewer nodes
 * fit at that instant, the cursors of the others move to their next possible start, and so on.
 */
final class NodeSearch {
  private final NodeProfile profile;
  private final ArrayProfile processors;
  private final NodeTimeline[] timelines;

  /** At {@code k}: the first node of kind {@code k}, which is the end of the kind before it. */
  private final int[] firstNodes;

  private final long[] cursorMillis;

  private final NodeCandidates candidates;

  private final long[] selection;

  /** For each node whether the task that is searched for occupies it. */
  private final boolean[] own;

  NodeSearch(
      NodeProfile profile, ArrayProfile processors, NodeTimeline[] timelines, int[] firstNodes) {
    this.profile = profile;
    this.processors = processors;
    this.timelines = timelines;
    this.firstNodes = firstNodes;
    cursorMillis = new long[timelines.length];
    candidates = new NodeCandidates(timelines.length);
    selection = new long[timelines.length];
    own = new boolean[timelines.length];
  }

  /** The earliest place of a task. */
  NodePlacement earliestStart(NodeDemand demand, long durationMillis, long notBeforeMillis) {
    if (demand.suitableNodes < demand.nodes || notBeforeMillis == Time.NEVER) {
      return NodePlacement.NONE;
    }
    long startMillis = Math.max(profile.originMillis(), notBeforeMillis);
    long possibleMillis =
        processors.earliestStart(demand.leastProcessors, durationMillis, startMillis);
    if (possibleMillis == Time.NEVER) {
      return NodePlacement.NONE;
    }
    begin(demand, durationMillis, possibleMillis);
    return search(demand, durationMillis, possibleMillis, Time.NEVER);
  }

  /** A place of a task before its current one, which counts as free. */
  NodePlacement earlierStart(PlannedTask task, long notBeforeMillis) {
    NodeDemand demand = task.demand;
    NodePlacement current = task.placement;
    if (demand.suitableNodes < demand.nodes) {
      return NodePlacement.NONE;
    }
    long nowMillis = Math.max(profile.originMillis(), notBeforeMillis);
    long startMillis =
        possibleMillis(demand, task.durationMillis, nowMillis, current.startMillis());
    if (startMillis >= current.startMillis()) {
      return NodePlacement.NONE;
    }
    begin(demand, task.durationMillis, startMillis);
    // The bounds count a task's own place as occupied, so that they do not hold for its nodes.
    for (int i = 0; i < current.size(); i++) {
      own[current.node(i)] = true;
      cursorMillis[current.node(i)] = Math.max(startMillis, task.ownBound(i, profile, nowMillis));
    }
    NodePlacement found = search(demand, task.durationMillis, startMillis, current.startMillis());
    for (int i = 0; i < current.size(); i++) {
      own[current.node(i)] = false;
    }
    return found;
  }

  private NodePlacement search(
      NodeDemand demand, long durationMillis, long notBeforeMillis, long beforeMillis) {
    long startMillis = nextMillis(demand, durationMillis, notBeforeMillis, beforeMillis);
    while (startMillis < beforeMillis) {
      NodePlacement found = collect(demand, durationMillis, startMillis, beforeMillis);
      if (!found.isNone()) {
        return found;
      }
      startMillis = nextMillis(demand, durationMillis, startMillis, beforeMillis);
    }
    return NodePlacement.NONE;
  }

  /** The first instant at which neither the cursors nor the free processors exclude a start. */
  private long nextMillis(
      NodeDemand demand, long durationMillis, long notBeforeMillis, long beforeMillis) {
    long startMillis = notBeforeMillis;
    while (true) {
      long cursorMillis = cursorOfLastNeeded(demand, startMillis, beforeMillis);
      if (cursorMillis >= beforeMillis) {
        return beforeMillis;
      }
      startMillis = possibleMillis(demand, durationMillis, cursorMillis, beforeMillis);
      if (startMillis == cursorMillis) {
        return startMillis;
      }
    }
  }

  /** The first instant at which all nodes together have enough processors free. */
  private long possibleMillis(
      NodeDemand demand, long durationMillis, long notBeforeMillis, long ownStartMillis) {
    return ownStartMillis == Time.NEVER
        ? processors.earliestStart(demand.leastProcessors, durationMillis, notBeforeMillis)
        : processors.earlierStart(
            demand.leastProcessors,
            durationMillis,
            notBeforeMillis,
            ownStartMillis,
            ownStartMillis);
  }

  /** The nodes for a start at exactly this instant. */
  NodePlacement startAt(NodeDemand demand, long durationMillis, long startMillis) {
    if (demand.suitableNodes < demand.nodes) {
      return NodePlacement.NONE;
    }
    if (processors.minFree(startMillis, startMillis + durationMillis) < demand.leastProcessors) {
      return NodePlacement.NONE;
    }
    begin(demand, durationMillis, startMillis);
    if (cursorOfLastNeeded(demand, startMillis, Time.NEVER) > startMillis) {
      return NodePlacement.NONE;
    }
    return collect(demand, durationMillis, startMillis, Time.NEVER);
  }

  private void begin(NodeDemand demand, long durationMillis, long startMillis) {
    long[] notBeforeMillis = profile.bounds(demand, durationMillis).notBeforeMillis;
    for (int kind : demand.kinds) {
      for (int node = firstNodes[kind]; node < firstNodes[kind + 1]; node++) {
        cursorMillis[node] = Math.max(notBeforeMillis[node], startMillis);
      }
    }
  }

  /** The earliest instant by which enough nodes are not excluded; the limit if it is not before. */
  private long cursorOfLastNeeded(NodeDemand demand, long startMillis, long beforeMillis) {
    int selected = 0;
    int possible = 0;
    long least = beforeMillis;
    for (int kind : demand.kinds) {
      for (int node = firstNodes[kind]; node < firstNodes[kind + 1]; node++) {
        long millis = cursorMillis[node];
        if (millis <= startMillis) {
          possible++;
        } else if (millis < beforeMillis) {
          least = Math.min(least, millis);
          selection[selected++] = millis;
        }
      }
    }
    int missing = demand.nodes - possible;
    if (missing <= 0) {
      return startMillis;
    }
    if (missing > selected) {
      return beforeMillis;
    }
    return missing == 1 ? least : Selection.smallest(selection, selected, missing);
  }

  /** The best nodes for a start at an instant; {@link NodePlacement#NONE} if too few fit. */
  private NodePlacement collect(
      NodeDemand demand, long durationMillis, long startMillis, long ownStartMillis) {
    StartBounds.Row row = profile.bounds(demand, durationMillis);
    candidates.begin(demand);
    for (int rank = 0; rank < demand.kinds.length && !candidates.areEnough(); rank++) {
      int kind = demand.kinds[rank];
      int end = firstNodes[kind + 1];
      for (int node = firstNodes[kind]; node < end && candidates.acceptMore(); node++) {
        if (cursorMillis[node] <= startMillis) {
          long nextMillis =
              nextStart(demand, row, durationMillis, node, startMillis, ownStartMillis);
          cursorMillis[node] = nextMillis;
          if (nextMillis == startMillis) {
            candidates.add(rank, timelines[node].computingFound(), node);
          }
        }
      }
    }
    return candidates.choose(startMillis);
  }

  /** The instant itself if the task can start then on a node, else a bound of its next start. */
  private long nextStart(
      NodeDemand demand,
      StartBounds.Row row,
      long durationMillis,
      int node,
      long startMillis,
      long ownStartMillis) {
    NodeTimeline timeline = timelines[node];
    int kind = profile.kindOf(node);
    long computing = demand.computing[kind];
    long extra = demand.extra[kind];
    if (own[node]) {
      return timeline.earlierStart(computing, extra, durationMillis, startMillis, ownStartMillis);
    }
    if (timeline.fits(computing, extra, startMillis, startMillis + durationMillis)) {
      return startMillis;
    }
    long boundMillis = profile.raiseBound(demand, row, node);
    return boundMillis > startMillis
        ? boundMillis
        : timeline.earliestStart(computing, extra, durationMillis, startMillis);
  }
}

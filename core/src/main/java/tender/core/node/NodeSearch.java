package tender.core.node;

import java.util.Arrays;
import tender.core.model.Time;

/**
 * Finds the earliest start of a task and its nodes.
 *
 * <p>Each node has a cursor before which it is excluded, at first its bound from earlier searches.
 * The earliest start is not before the instant at which enough cursors are reached; if fewer nodes
 * fit at that instant, the cursors of the others move to their next possible start, and so on.
 */
final class NodeSearch {
  /** How many possible nodes are compared beyond the number that the task needs. */
  private static final int COMPARED_NODES = 8;

  private static final int NODE_BITS = 20;

  private final NodeProfile profile;
  private final NodeTimeline[] timelines;

  /** At {@code k}: the first node of kind {@code k}, which is the end of the kind before it. */
  private final int[] firstNodes;

  private final long[] cursorMillis;

  /** The possible nodes, as keys whose order is the order of preference. */
  private final long[] candidates;

  private final long[] selection;

  /** For each node whether the task that is searched for occupies it. */
  private final boolean[] own;

  NodeSearch(NodeProfile profile, NodeTimeline[] timelines, int[] firstNodes) {
    this.profile = profile;
    this.timelines = timelines;
    this.firstNodes = firstNodes;
    cursorMillis = new long[timelines.length];
    candidates = new long[timelines.length];
    selection = new long[timelines.length];
    own = new boolean[timelines.length];
  }

  /**
   * The earliest place of a task.
   *
   * @param current its current place, which counts as free and before which the new start must be
   */
  NodePlacement earliestStart(
      NodeDemand demand, long durationMillis, long notBeforeMillis, NodePlacement current) {
    if (demand.suitableNodes < demand.nodes || notBeforeMillis == Time.NEVER) {
      return NodePlacement.NONE;
    }
    long startMillis = Math.max(profile.originMillis(), notBeforeMillis);
    begin(demand, durationMillis, startMillis);
    markOwn(current, startMillis, true);
    int found = 0;
    while (found < demand.nodes) {
      startMillis = cursorOfLastNeeded(demand, startMillis);
      if (startMillis >= current.startMillis()) {
        break;
      }
      found = collect(demand, durationMillis, startMillis, current.startMillis());
    }
    markOwn(current, startMillis, false);
    return found < demand.nodes ? NodePlacement.NONE : choose(demand, found, startMillis);
  }

  /** The nodes for a start at exactly this instant. */
  NodePlacement startAt(NodeDemand demand, long durationMillis, long startMillis) {
    if (demand.suitableNodes < demand.nodes) {
      return NodePlacement.NONE;
    }
    begin(demand, durationMillis, startMillis);
    if (cursorOfLastNeeded(demand, startMillis) > startMillis) {
      return NodePlacement.NONE;
    }
    int found = collect(demand, durationMillis, startMillis, Time.NEVER);
    return found < demand.nodes ? NodePlacement.NONE : choose(demand, found, startMillis);
  }

  private void begin(NodeDemand demand, long durationMillis, long startMillis) {
    long[] notBeforeMillis = profile.bounds(demand, durationMillis).notBeforeMillis;
    for (int kind : demand.kinds) {
      for (int node = firstNodes[kind]; node < firstNodes[kind + 1]; node++) {
        cursorMillis[node] = Math.max(notBeforeMillis[node], startMillis);
      }
    }
  }

  /** The bounds count a task's own place as occupied, so that they do not hold for its nodes. */
  private void markOwn(NodePlacement current, long startMillis, boolean value) {
    for (int i = 0; i < current.size(); i++) {
      own[current.node(i)] = value;
      cursorMillis[current.node(i)] = startMillis;
    }
  }

  /** The earliest instant by which enough nodes are not excluded. */
  private long cursorOfLastNeeded(NodeDemand demand, long startMillis) {
    int selected = 0;
    int possible = 0;
    long least = Time.NEVER;
    for (int kind : demand.kinds) {
      for (int node = firstNodes[kind]; node < firstNodes[kind + 1]; node++) {
        long millis = cursorMillis[node];
        if (millis > startMillis) {
          least = Math.min(least, millis);
          selection[selected++] = millis;
        } else {
          possible++;
        }
      }
    }
    int missing = demand.nodes - possible;
    if (missing <= 0) {
      return startMillis;
    }
    return missing == 1 ? least : Selection.smallest(selection, selected, missing);
  }

  /** Collects nodes on which the task can start at an instant; enough of them to choose from. */
  private int collect(
      NodeDemand demand, long durationMillis, long startMillis, long ownStartMillis) {
    StartBounds.Row row = profile.bounds(demand, durationMillis);
    int found = 0;
    int enough = demand.nodes + COMPARED_NODES;
    for (int rank = 0; rank < demand.kinds.length && found < demand.nodes; rank++) {
      int kind = demand.kinds[rank];
      for (int node = firstNodes[kind]; node < firstNodes[kind + 1] && found < enough; node++) {
        if (cursorMillis[node] <= startMillis) {
          long nextMillis =
              nextStart(demand, row, durationMillis, node, startMillis, ownStartMillis);
          cursorMillis[node] = nextMillis;
          if (nextMillis == startMillis) {
            candidates[found++] = preference(rank, timelines[node].computingAt(startMillis), node);
          }
        }
      }
    }
    return found;
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

  /** A number that is lower for a better node; its last bits are the node's number. */
  private static long preference(int rank, long computing, int node) {
    long processors = Math.min(PackedAmounts.high(computing), (1L << 15) - 1);
    long memory = (long) PackedAmounts.low(computing) >>> 11;
    return ((long) Math.min(rank, 127) << 55) | (processors << 40) | (memory << NODE_BITS) | node;
  }

  private NodePlacement choose(NodeDemand demand, int found, long startMillis) {
    if (found > demand.nodes) {
      Arrays.sort(candidates, 0, found);
    }
    int[] nodes = new int[demand.nodes];
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] = (int) (candidates[i] & ((1 << NODE_BITS) - 1));
    }
    return new NodePlacement(startMillis, nodes);
  }
}

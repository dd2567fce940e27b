package tender.core.node;

import java.util.function.LongUnaryOperator;
import tender.core.model.Time;

/**
 * Finds the earliest start of a task and its nodes.
 *
 * <p>{@link NodeWindow} excludes most starts by the free processors of all nodes. The nodes that it
 * leaves for a start are compared with the request; if too few of them fit, the next start is the
 * first at which one of the others fits, or at which the window has other nodes.
 */
final class NodeSearch {
  private final NodeProfile profile;
  private final FreeNodeIndex index;
  private final NodeTimeline[] timelines;
  private final NodeWindow window;
  private final NodeCandidates candidates;

  /** For each node whether the task that is searched for occupies it. */
  private final boolean[] own;

  /** The first start after the one that was tried at which one of the nodes fits that did not. */
  private long nextMillis;

  NodeSearch(NodeProfile profile, FreeNodeIndex index, NodeTimeline[] timelines) {
    this.profile = profile;
    this.index = index;
    this.timelines = timelines;
    window = new NodeWindow(index);
    candidates = new NodeCandidates(timelines.length);
    own = new boolean[timelines.length];
  }

  /** The earliest place of a task. */
  NodePlacement earliestStart(NodeDemand demand, long durationMillis, long notBeforeMillis) {
    if (demand.suitableNodes < demand.nodes || notBeforeMillis == Time.NEVER) {
      return NodePlacement.NONE;
    }
    long startMillis = Math.max(profile.originMillis(), notBeforeMillis);
    SearchMemory last = demand.lastSearch;
    startMillis = last.notBefore(durationMillis, startMillis, profile.releases());
    NodePlacement found =
        search(
            demand,
            durationMillis,
            startMillis,
            Time.NEVER,
            NodePlacement.NONE,
            LongUnaryOperator.identity());
    last.record(durationMillis, notBeforeMillis, found.startMillis(), profile.releases());
    return found;
  }

  /**
   * A place of a task in an interval, which ends before its current place; this counts as free.
   *
   * @param possible the first start that may be possible and is not before an instant
   */
  NodePlacement earlierStart(
      NodeDemand demand,
      long durationMillis,
      NodePlacement current,
      long fromMillis,
      long beforeMillis,
      LongUnaryOperator possible) {
    if (demand.suitableNodes < demand.nodes) {
      return NodePlacement.NONE;
    }
    long startMillis = Math.max(profile.originMillis(), fromMillis);
    window.beginOwn(current, profile::kindOf);
    for (int i = 0; i < current.size(); i++) {
      own[current.node(i)] = true;
    }
    NodePlacement found =
        search(demand, durationMillis, startMillis, beforeMillis, current, possible);
    for (int i = 0; i < current.size(); i++) {
      own[current.node(i)] = false;
    }
    window.endOwn();
    return found;
  }

  /**
   * The earliest place in an interval.
   *
   * @param current the place that counts as free
   * @param possible the first start that may be possible and is not before an instant
   */
  private NodePlacement search(
      NodeDemand demand,
      long durationMillis,
      long fromMillis,
      long beforeMillis,
      NodePlacement current,
      LongUnaryOperator possible) {
    long startMillis = fromMillis;
    while (startMillis < beforeMillis) {
      long possibleMillis = possible.applyAsLong(startMillis);
      if (possibleMillis >= beforeMillis) {
        return NodePlacement.NONE;
      }
      startMillis = window.next(demand, durationMillis, possibleMillis, beforeMillis);
      if (startMillis == possibleMillis) {
        NodePlacement found = collect(demand, durationMillis, startMillis, current.startMillis());
        if (!found.isNone()) {
          return found;
        }
        startMillis = Math.min(nextMillis, index.untilMillis(index.stepAt(startMillis)));
      }
    }
    return NodePlacement.NONE;
  }

  /** The nodes for a start at exactly this instant. */
  NodePlacement startAt(NodeDemand demand, long durationMillis, long startMillis) {
    if (demand.suitableNodes < demand.nodes
        || window.next(demand, durationMillis, startMillis, startMillis + 1) > startMillis) {
      return NodePlacement.NONE;
    }
    return collect(demand, durationMillis, startMillis, Time.NEVER);
  }

  /** The best nodes for a start at an instant; {@link NodePlacement#NONE} if too few fit. */
  private NodePlacement collect(
      NodeDemand demand, long durationMillis, long startMillis, long ownMillis) {
    IndexLayout layout = index.layout();
    nextMillis = Time.NEVER;
    candidates.begin(demand);
    for (int rank = 0; rank < demand.kinds.length && !candidates.areEnough(); rank++) {
      int kind = demand.kinds[rank];
      for (int word = layout.setWord(kind); word < layout.setWord(kind + 1); word++) {
        for (long bits = window.left(word);
            bits != 0 && candidates.acceptMore();
            bits &= bits - 1) {
          int node = layout.node(kind, word * Long.SIZE + Long.numberOfTrailingZeros(bits));
          if (fits(demand, kind, node, durationMillis, startMillis, ownMillis)) {
            candidates.add(rank, timelines[node].computingFound(), node);
          }
        }
      }
    }
    return candidates.choose(startMillis);
  }

  /** Whether a task can start on a node at an instant; if not, notes when it can. */
  private boolean fits(
      NodeDemand demand,
      int kind,
      int node,
      long durationMillis,
      long startMillis,
      long ownMillis) {
    NodeTimeline timeline = timelines[node];
    long computing = demand.computing[kind];
    long extra = demand.extra[kind];
    long neededUntilMillis =
        own[node]
            ? Math.min(startMillis + durationMillis, ownMillis)
            : startMillis + durationMillis;
    if (timeline.fits(computing, extra, startMillis, neededUntilMillis)) {
      return true;
    }
    nextMillis =
        Math.min(
            nextMillis,
            own[node]
                ? timeline.earlierStart(computing, extra, durationMillis, startMillis, ownMillis)
                : timeline.earliestStart(computing, extra, durationMillis, startMillis));
    return false;
  }
}

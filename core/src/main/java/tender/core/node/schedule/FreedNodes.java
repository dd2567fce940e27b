package tender.core.node.schedule;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tender.core.model.Time;
import tender.core.node.IndexLayout;
import tender.core.node.NodeDemand;
import tender.core.node.NodePlacement;
import tender.core.node.NodeProfile;
import tender.core.node.NodeTimeline;

/**
 * The places that were released since the waiting tasks were last moved, so that most tasks need no
 * search. A task that was as early as possible in the last pass can only move if its new place
 * overlaps one of these places: there is a {@link FreedGaps gap} for it, or the place was released
 * directly before its own place on one of its own nodes.
 *
 * <p>A pass visits the queue in order. What a task releases by moving counts for the rest of this
 * pass and for the whole next pass, because the tasks before it have not seen it.
 */
final class FreedNodes {
  /** When there are more different demands, all of them are forgotten to limit the memory. */
  private static final int MAX_STATES = 4_096;

  private final NodeProfile profile;
  private final Map<NodeDemand, DemandState> states = new LinkedHashMap<>();
  private final Map<List<Long>, FreedGaps> gapsByAmounts = new LinkedHashMap<>();
  private final IndexLayout layout;
  private final List<Freed> current = new ArrayList<>();
  private final List<Freed> moved = new ArrayList<>();

  /** The nodes of this pass. */
  private final long[] nodes;

  private long pass;
  private long untilMillis;

  /** A place on one node that was released. */
  private record Freed(int node, long fromMillis, long untilMillis) {}

  FreedNodes(NodeProfile profile) {
    this.profile = profile;
    layout = profile.indexLayout();
    nodes = new long[layout.setWords()];
  }

  /** What is remembered about a demand. */
  DemandState state(NodeDemand demand) {
    if (states.size() == MAX_STATES) {
      states.clear();
      gapsByAmounts.clear();
    }
    return states.computeIfAbsent(
        demand,
        absent ->
            new DemandState(
                gapsByAmounts.computeIfAbsent(demand.amounts(), amounts -> new FreedGaps(demand)),
                new PassBound()));
  }

  /** Begins a pass after a task's place was released. */
  void beginPass(NodePlacement released, long fromMillis, long untilMillis) {
    pass++;
    Arrays.fill(nodes, 0);
    current.clear();
    this.untilMillis = Long.MIN_VALUE;
    moved.forEach(this::add);
    moved.clear();
    for (int i = 0; i < released.size(); i++) {
      add(new Freed(released.node(i), fromMillis, untilMillis));
    }
  }

  /** A task moved and released its old place. */
  void moved(NodePlacement old, long fromMillis, long untilMillis) {
    for (int i = 0; i < old.size(); i++) {
      Freed freed = new Freed(old.node(i), fromMillis, untilMillis);
      moved.add(freed);
      add(freed);
    }
  }

  private void add(Freed freed) {
    current.add(freed);
    untilMillis = Math.max(untilMillis, freed.untilMillis);
    int bit = layout.bit(profile.kindOf(freed.node), freed.node);
    nodes[bit / Long.SIZE] |= 1L << bit;
  }

  /** The earliest place of a task if its current place counts as free; none if it cannot move. */
  NodePlacement earlierStart(PlannedTask task, long nowMillis) {
    long beforeMillis = Math.min(untilMillis, task.startMillis());
    long notBeforeMillis = Math.max(nowMillis, knownBound(task));
    if (notBeforeMillis >= beforeMillis) {
      return NodePlacement.NONE;
    }
    long ownFromMillis = ownGapMillis(task);
    FreedGaps gaps = gaps(task);
    long gapMillis = gaps.firstStart(profile, task.durationMillis, notBeforeMillis);
    long firstMillis = Math.min(gapMillis, Math.max(notBeforeMillis, ownFromMillis));
    return firstMillis >= beforeMillis
        ? NodePlacement.NONE
        : profile.earlierStart(
            task.demand,
            task.durationMillis,
            task.placement,
            firstMillis,
            beforeMillis,
            instantMillis ->
                Math.min(
                    gaps.firstStart(profile, task.durationMillis, instantMillis),
                    Math.max(ownFromMillis, instantMillis)));
  }

  /** A task is as early as possible now. */
  void visited(PlannedTask task) {
    PassBound bound = task.state.bound();
    bound.record(pass, task.durationMillis, task.startMillis(), current.size());
  }

  private FreedGaps gaps(PlannedTask task) {
    FreedGaps gaps = task.state.gaps();
    for (int place = gaps.places(pass); place < current.size(); place++) {
      Freed freed = current.get(place);
      long fromMillis = Math.max(freed.fromMillis, profile.originMillis());
      gaps.add(profile, freed.node, fromMillis, freed.untilMillis);
    }
    return gaps;
  }

  private long knownBound(PlannedTask task) {
    PassBound bound = task.state.bound();
    if (!bound.holds(pass, task.durationMillis)) {
      return Long.MIN_VALUE;
    }
    while (bound.places() < current.size()) {
      bound.addPlace(current.get(bound.places()).fromMillis);
    }
    long boundMillis = bound.notBeforeMillis(task.durationMillis);
    long reachingMillis = task.startMillis() - bound.durationMillis() + 1;
    return boundMillis <= reachingMillis || !reachesOwn(task) ? boundMillis : reachingMillis;
  }

  /** Whether a new place of a task can overlap its current one on one of its nodes. */
  private boolean reachesOwn(PlannedTask task) {
    NodePlacement placement = task.placement;
    for (int i = 0; i < placement.size(); i++) {
      NodeTimeline timeline = profile.timeline(placement.node(i));
      int kind = profile.kindOf(placement.node(i));
      int step = timeline.stepAt(placement.startMillis() - 1);
      if (timeline.fitsStep(task.demand.computing(kind), task.demand.extra(kind), step)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Since when a node has been free on which something was released and on which the task is
   * planned, up to the task's place; {@link Time#NEVER} if there is no such node.
   */
  private long ownGapMillis(PlannedTask task) {
    NodePlacement placement = task.placement;
    long firstMillis = Time.NEVER;
    for (int i = 0; i < placement.size(); i++) {
      int node = placement.node(i);
      int kind = profile.kindOf(node);
      int bit = layout.bit(kind, node);
      if ((nodes[bit / Long.SIZE] & (1L << bit)) != 0) {
        NodeTimeline timeline = profile.timeline(node);
        long computing = task.demand.computing(kind);
        int step = timeline.stepAt(placement.startMillis() - 1);
        long extra = task.demand.extra(kind);
        if (timeline.fitsStep(computing, extra, step)) {
          step = timeline.firstOfGap(computing, extra, step);
          firstMillis = Math.min(firstMillis, timeline.fromMillis(step));
        }
      }
    }
    return firstMillis;
  }
}

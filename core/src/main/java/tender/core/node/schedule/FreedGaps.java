package tender.core.node.schedule;

import java.util.Arrays;
import tender.core.model.Time;
import tender.core.node.NodeDemand;
import tender.core.node.NodeProfile;
import tender.core.node.NodeTimeline;

/**
 * The gaps that released places made, for all requests of the same amounts: a task that moves into
 * such a place needs a gap as long as its estimate.
 */
final class FreedGaps {
  private final NodeDemand demand;

  /** The pass that the gaps belong to, and how many released places are considered. */
  private long pass;

  private int places;

  private int[] nodes = new int[16];
  private long[] fromMillis = new long[16];
  private long[] untilMillis = new long[16];
  private int size;

  /** No gap is longer. */
  private long longestMillis;

  /**
   * @param demand one of the requests
   */
  FreedGaps(NodeDemand demand) {
    this.demand = demand;
  }

  /** How many places of a pass are considered. */
  int places(long pass) {
    if (this.pass != pass) {
      this.pass = pass;
      places = 0;
      size = 0;
      longestMillis = 0;
    }
    return places;
  }

  /** Considers the next place. */
  void add(NodeProfile profile, int node, long fromMillis, long untilMillis) {
    places++;
    if (demand.isSuitable(profile.kindOf(node))) {
      addGaps(profile, node, fromMillis, untilMillis);
    }
  }

  private void addGaps(NodeProfile profile, int node, long fromMillis, long untilMillis) {
    NodeTimeline timeline = profile.timeline(node);
    int kind = profile.kindOf(node);
    long computing = demand.computing(kind);
    long extra = demand.extra(kind);
    int step = timeline.firstOfGap(computing, extra, timeline.stepAt(fromMillis));
    while (step < timeline.steps() && timeline.fromMillis(step) < untilMillis) {
      if (timeline.fitsStep(computing, extra, step)) {
        int first = step;
        while (step + 1 < timeline.steps() && timeline.fitsStep(computing, extra, step + 1)) {
          step++;
        }
        addGap(node, timeline.fromMillis(first), timeline.untilMillis(step));
      }
      step++;
    }
  }

  private void addGap(int node, long fromMillis, long untilMillis) {
    if (size == nodes.length) {
      nodes = Arrays.copyOf(nodes, 2 * size);
      this.fromMillis = Arrays.copyOf(this.fromMillis, 2 * size);
      this.untilMillis = Arrays.copyOf(this.untilMillis, 2 * size);
    }
    nodes[size] = node;
    longestMillis =
        untilMillis == Time.NEVER ? Time.NEVER : Math.max(longestMillis, untilMillis - fromMillis);
    this.fromMillis[size] = fromMillis;
    this.untilMillis[size++] = untilMillis;
  }

  /** The first start in a gap, not before an instant; {@link Time#NEVER} if there is none. */
  long firstStart(NodeProfile profile, long durationMillis, long notBeforeMillis) {
    while (durationMillis <= longestMillis) {
      int first = firstGap(durationMillis, notBeforeMillis);
      if (first < 0) {
        return Time.NEVER;
      }
      long startMillis = Math.max(fromMillis[first], notBeforeMillis);
      int kind = profile.kindOf(nodes[first]);
      if (profile
          .timeline(nodes[first])
          .fits(
              demand.computing(kind),
              demand.extra(kind),
              startMillis,
              startMillis + durationMillis)) {
        return startMillis;
      }
      // A task has moved into this gap.
      divide(profile, first);
    }
    return Time.NEVER;
  }

  private int firstGap(long durationMillis, long notBeforeMillis) {
    int first = -1;
    long firstMillis = Time.NEVER;
    for (int gap = 0; gap < size; gap++) {
      long startMillis = Math.max(fromMillis[gap], notBeforeMillis);
      if (startMillis < firstMillis && startMillis + durationMillis <= untilMillis[gap]) {
        firstMillis = startMillis;
        first = gap;
      }
    }
    return first;
  }

  /** Replaces a gap by what is left of it. */
  private void divide(NodeProfile profile, int gap) {
    int node = nodes[gap];
    long gapFromMillis = fromMillis[gap];
    long gapUntilMillis = untilMillis[gap];
    size--;
    nodes[gap] = nodes[size];
    fromMillis[gap] = fromMillis[size];
    untilMillis[gap] = untilMillis[size];
    addGaps(profile, node, Math.max(gapFromMillis, profile.originMillis()), gapUntilMillis);
  }
}

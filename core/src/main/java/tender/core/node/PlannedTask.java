package tender.core.node;

import java.util.Arrays;

/** A waiting task with its planned place. */
final class PlannedTask implements Comparable<PlannedTask> {
  final NodeJob job;
  final NodeDemand demand;
  final long durationMillis;
  private final long arrival;
  NodePlacement placement = NodePlacement.NONE;
  boolean started;

  /**
   * For each of its nodes the earliest start there if its own place counts as free, and the state
   * of the node's releases at which this was computed. It stays a bound while tasks are only added.
   */
  private long[] ownMillis = {};

  private long[] ownReleases = {};

  PlannedTask(NodeJob job, NodeDemand demand, long arrival) {
    this.job = job;
    this.demand = demand;
    this.durationMillis = job.job().durationMillis();
    this.arrival = arrival;
  }

  void place(NodePlacement placement) {
    this.placement = placement;
    ownMillis = new long[placement.size()];
    ownReleases = new long[placement.size()];
    Arrays.fill(ownReleases, -1);
  }

  /** The earliest start on one of its nodes if its own place counts as free; a lower bound. */
  long ownBound(int index, NodeProfile profile, long nowMillis) {
    int node = placement.node(index);
    long releases = profile.releasesOn(node);
    if (ownReleases[index] != releases) {
      ownReleases[index] = releases;
      int kind = profile.kindOf(node);
      ownMillis[index] =
          profile
              .timeline(node)
              .earlierStart(
                  demand.computing[kind],
                  demand.extra[kind],
                  durationMillis,
                  nowMillis,
                  placement.startMillis());
    }
    return ownMillis[index];
  }

  boolean isPlaced() {
    return !placement.isNone();
  }

  long startMillis() {
    return placement.startMillis();
  }

  long endMillis() {
    return placement.startMillis() + durationMillis;
  }

  /** By start, then by arrival. */
  @Override
  public int compareTo(PlannedTask other) {
    int byStart = Long.compare(startMillis(), other.startMillis());
    return byStart != 0 ? byStart : Long.compare(arrival, other.arrival);
  }
}

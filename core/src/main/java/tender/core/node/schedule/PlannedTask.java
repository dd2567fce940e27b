package tender.core.node.schedule;

import tender.core.node.NodeDemand;
import tender.core.node.NodeJob;
import tender.core.node.NodePlacement;

/** A waiting task with its planned place. */
final class PlannedTask implements Comparable<PlannedTask> {
  final NodeJob job;
  final NodeDemand demand;
  final DemandState state;
  final long durationMillis;
  private final long arrival;
  NodePlacement placement = NodePlacement.NONE;
  boolean started;

  PlannedTask(NodeJob job, NodeDemand demand, DemandState state, long arrival) {
    this.job = job;
    this.demand = demand;
    this.state = state;
    this.durationMillis = job.job().durationMillis();
    this.arrival = arrival;
  }

  void place(NodePlacement placement) {
    this.placement = placement;
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

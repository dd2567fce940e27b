package tender.core.node;

/** A waiting task with its planned place. */
final class PlannedTask implements Comparable<PlannedTask> {
  final NodeJob job;
  final NodeDemand demand;
  final long durationMillis;
  private final long arrival;
  NodePlacement placement = NodePlacement.NONE;
  boolean started;

  PlannedTask(NodeJob job, NodeDemand demand, long arrival) {
    this.job = job;
    this.demand = demand;
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

package tender.core.node.schedule;

import tender.core.node.NodeJob;

/** A task in the queue of EASY. */
final class WaitingTask {
  final NodeJob job;
  final WaitingGroup group;

  /** Its position in the whole queue. */
  final long arrival;

  boolean started;

  WaitingTask(NodeJob job, WaitingGroup group, long arrival) {
    this.job = job;
    this.group = group;
    this.arrival = arrival;
  }

  long durationMillis() {
    return job.job().durationMillis();
  }
}

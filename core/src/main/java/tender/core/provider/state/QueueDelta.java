package tender.core.provider.state;

import java.util.List;
import java.util.Optional;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.node.ObservedUse;

/**
 * What has changed at a batch system since it was last observed.
 *
 * @param finished tasks of parts that no longer run, and whose results are being fetched
 * @param ended tasks of parts whose results are available, and local jobs that have ended
 * @param interrupted tasks of parts that no longer run or wait, and left no result
 * @param removed local jobs that left the queue without being observed to run
 * @param submitted new local jobs, with the deadlines that their users request
 * @param started tasks of parts and local jobs that have started
 * @param onNodes what all running jobs have on each node, if nodes are planned
 */
public record QueueDelta(
    List<JobRun> finished,
    List<EndedRun> ended,
    List<JobRun> interrupted,
    List<JobId> removed,
    List<Job> submitted,
    List<JobRun> started,
    Optional<List<ObservedUse>> onNodes) {
  /** Without an observation of nodes. */
  public QueueDelta(
      List<JobRun> finished,
      List<EndedRun> ended,
      List<JobRun> interrupted,
      List<JobId> removed,
      List<Job> submitted,
      List<JobRun> started) {
    this(finished, ended, interrupted, removed, submitted, started, Optional.empty());
  }

  public QueueDelta {
    finished = List.copyOf(finished);
    ended = List.copyOf(ended);
    interrupted = List.copyOf(interrupted);
    removed = List.copyOf(removed);
    submitted = List.copyOf(submitted);
    started = List.copyOf(started);
    onNodes = onNodes.map(List::copyOf);
  }
}

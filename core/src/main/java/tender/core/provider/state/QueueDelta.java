package tender.core.provider.state;

import java.util.List;
import tender.core.model.Job;
import tender.core.model.JobId;

/**
 * What has changed at a batch system since it was last observed.
 *
 * @param finished tasks of parts that no longer run, and whose results are being fetched
 * @param ended tasks of parts whose results are available, and local jobs that have ended
 * @param interrupted tasks of parts that no longer run or wait, and left no result
 * @param removed local jobs that left the queue without being observed to run
 * @param submitted new local jobs, with the deadlines that their users request
 * @param started tasks of parts and local jobs that have started
 */
public record QueueDelta(
    List<JobRun> finished,
    List<EndedRun> ended,
    List<JobRun> interrupted,
    List<JobId> removed,
    List<Job> submitted,
    List<JobRun> started) {
  public QueueDelta {
    finished = List.copyOf(finished);
    ended = List.copyOf(ended);
    interrupted = List.copyOf(interrupted);
    removed = List.copyOf(removed);
    submitted = List.copyOf(submitted);
    started = List.copyOf(started);
  }
}

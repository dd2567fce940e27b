package tender.core.provider.state;

import java.util.List;
import tender.core.model.Job;
import tender.core.model.JobId;

/**
 * What has changed at a batch system since it was last looked at.
 *
 * @param finished parts' tasks that run no longer, and whose results are being fetched
 * @param ended parts' tasks whose results are there, and local jobs that have ended
 * @param stopped parts' tasks that ran, or waited, no longer and left no result
 * @param gone local jobs that left the queue without being seen to run
 * @param submitted local jobs that are new, with the deadlines that their users ask for
 * @param started what has started, parts' tasks and local jobs
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

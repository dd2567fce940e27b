package tender.core.provider;

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
public record Sighting(
    List<Run> finished,
    List<EndedRun> ended,
    List<Run> stopped,
    List<JobId> gone,
    List<Job> submitted,
    List<Run> started) {
  public Sighting {
    finished = List.copyOf(finished);
    ended = List.copyOf(ended);
    stopped = List.copyOf(stopped);
    gone = List.copyOf(gone);
    submitted = List.copyOf(submitted);
    started = List.copyOf(started);
  }
}

package tender.core.node;

import tender.core.model.Job;
import tender.core.resource.TaskRequest;

/**
 * A job and what each of its tasks requests from nodes.
 *
 * <p>The request is beside the job and not in it, so that clusters whose tasks request only
 * processors keep their jobs, and their stored format, as they are.
 */
public record NodeJob(Job job, TaskRequest request) {
  public NodeJob {
    if (job.width() != request.processors()) {
      throw new IllegalArgumentException(
          "Job "
              + job.id()
              + " has tasks of "
              + job.width()
              + " processors, but its request has "
              + request.processors()
              + " on all nodes together.");
    }
  }
}

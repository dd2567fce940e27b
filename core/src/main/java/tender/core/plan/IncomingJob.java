package tender.core.plan;

import java.util.Optional;
import tender.core.resource.TaskRequest;

/**
 * A job for which room is searched: a number of tasks of a width and a duration, which can start
 * from an instant on and should be done by a deadline.
 *
 * @param request what each task requests from its nodes; empty if it needs only processors
 */
public record IncomingJob(
    int tasks,
    int width,
    Optional<TaskRequest> request,
    long durationMillis,
    long notBeforeMillis,
    long deadlineMillis) {

  /** A job whose tasks need only processors. */
  public IncomingJob(
      int tasks, int width, long durationMillis, long notBeforeMillis, long deadlineMillis) {
    this(tasks, width, Optional.empty(), durationMillis, notBeforeMillis, deadlineMillis);
  }
}

package tender.core.model;

import java.util.Comparator;
import java.util.Optional;
import tender.core.check.ValueChecks;
import tender.core.resource.TaskRequest;

/**
 * An entry in a provider's queue: a rigid local job, which is one task, or the provider's part of a
 * bag, which is many equal tasks that may start at different times.
 *
 * @param tasks how many tasks are still waiting
 * @param width processors that each task occupies from its start to its end
 * @param durationMillis estimated run time of one task on this provider's cluster
 * @param deadlineMillis when all tasks are promised to have ended, {@link Time#NEVER} if nothing is
 *     promised
 * @param request what each task requests from its nodes; empty if it needs only processors
 */
public record Job(
    JobId id,
    int tasks,
    int width,
    long durationMillis,
    long submittedMillis,
    long deadlineMillis,
    Optional<TaskRequest> request) {

  /** Order of arrival: by submission, then by id. */
  public static final Comparator<Job> BY_ARRIVAL = Job::compareByArrival;

  /** Order of urgency: by deadline, then by arrival. */
  public static final Comparator<Job> BY_DEADLINE = Job::compareByDeadline;

  public Job {
    ValueChecks.positive(tasks, "The number of tasks of job " + id);
    ValueChecks.positive(width, "The width of job " + id);
    Time.requireDuration(durationMillis, "of job " + id);
    Time.requireInstant(submittedMillis, "of the submission of job " + id);
    Time.requireInstantOrNever(deadlineMillis, "of the deadline of job " + id);
    requireWidth(request, width);
  }

  /** A job whose tasks need only processors. */
  public Job(
      JobId id,
      int tasks,
      int width,
      long durationMillis,
      long submittedMillis,
      long deadlineMillis) {
    this(id, tasks, width, durationMillis, submittedMillis, deadlineMillis, Optional.empty());
  }

  /** A rigid job: one task that needs {@code width} processors. */
  public static Job rigid(
      JobId id, int width, long durationMillis, long submittedMillis, long deadlineMillis) {
    return new Job(id, 1, width, durationMillis, submittedMillis, deadlineMillis);
  }

  static void requireWidth(Optional<TaskRequest> request, int width) {
    if (request.isPresent() && request.get().processors() != width) {
      throw new IllegalArgumentException(
          "A task requests "
              + request.get().processors()
              + " processors on its nodes, but has "
              + width
              + ".");
    }
  }

  /** A copy with a request, or without. */
  public Job withRequest(Optional<TaskRequest> request) {
    return new Job(id, tasks, width, durationMillis, submittedMillis, deadlineMillis, request);
  }

  /** A copy with this number of waiting tasks. */
  public Job withTasks(int tasks) {
    return tasks == this.tasks
        ? this
        : new Job(id, tasks, width, durationMillis, submittedMillis, deadlineMillis, request);
  }

  /** A copy with another deadline. */
  public Job withDeadline(long deadlineMillis) {
    return new Job(id, tasks, width, durationMillis, submittedMillis, deadlineMillis, request);
  }

  /** A copy with another estimated run time. */
  public Job withDuration(long durationMillis) {
    return new Job(id, tasks, width, durationMillis, submittedMillis, deadlineMillis, request);
  }

  /** A copy with another submission time. */
  public Job withSubmitted(long submittedMillis) {
    return new Job(id, tasks, width, durationMillis, submittedMillis, deadlineMillis, request);
  }

  // Plain comparisons instead of Comparator combinators, because queues are sorted very often.
  private static int compareByArrival(Job left, Job right) {
    int bySubmission = Long.compare(left.submittedMillis, right.submittedMillis);
    return bySubmission != 0 ? bySubmission : left.id.compareTo(right.id);
  }

  private static int compareByDeadline(Job left, Job right) {
    int byDeadline = Long.compare(left.deadlineMillis, right.deadlineMillis);
    return byDeadline != 0 ? byDeadline : compareByArrival(left, right);
  }
}

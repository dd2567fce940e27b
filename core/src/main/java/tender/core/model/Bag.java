package tender.core.model;

import java.util.Optional;
import tender.core.check.ValueChecks;
import tender.core.resource.TaskRequest;

/**
 * A set of independent tasks submitted together, with one deadline for all of them.
 *
 * @param width processors that each task needs
 * @param estimateMillis estimated run time of one task on the reference processor
 * @param request what each task requests from its nodes; empty if it needs only processors
 */
public record Bag(
    int tasks,
    int width,
    long estimateMillis,
    long submittedMillis,
    long deadlineMillis,
    Optional<TaskRequest> request) {
  public Bag {
    ValueChecks.positive(tasks, "A bag's number of tasks");
    ValueChecks.positive(width, "The width of a bag's tasks");
    Time.requireDuration(estimateMillis, "of a bag's task");
    Time.requireInstant(submittedMillis, "of a bag's submission");
    Time.requireInstantOrNever(deadlineMillis, "of a bag's deadline");
    Job.requireWidth(request, width);
  }

  /** A bag whose tasks need only processors. */
  public Bag(int tasks, int width, long estimateMillis, long submittedMillis, long deadlineMillis) {
    this(tasks, width, estimateMillis, submittedMillis, deadlineMillis, Optional.empty());
  }

  /** A copy with another estimate of a task's run time. */
  public Bag withEstimate(long estimateMillis) {
    return new Bag(tasks, width, estimateMillis, submittedMillis, deadlineMillis, request);
  }

  /** A copy with a request. */
  public Bag withRequest(Optional<TaskRequest> request) {
    return new Bag(tasks, width, estimateMillis, submittedMillis, deadlineMillis, request);
  }

  /** A copy with another deadline. */
  public Bag withDeadline(long deadlineMillis) {
    return subBag(tasks, deadlineMillis);
  }

  /** Some of its tasks, with another deadline. */
  public Bag subBag(int tasks, long deadlineMillis) {
    return new Bag(tasks, width, estimateMillis, submittedMillis, deadlineMillis, request);
  }
}

package tender.core.model;

/**
 * A set of independent tasks submitted together, with one deadline for all of them.
 *
 * @param width processors that each task needs
 * @param estimateMillis estimated run time of one task on the reference processor
 */
public record Bag(
    int tasks, int width, long estimateMillis, long submittedMillis, long deadlineMillis) {
  public Bag {
    ValueChecks.positive(tasks, "A bag's number of tasks");
    ValueChecks.positive(width, "The width of a bag's tasks");
    Time.requireDuration(estimateMillis, "of a bag's task");
    Time.requireInstant(submittedMillis, "of a bag's submission");
    Time.requireInstantOrNever(deadlineMillis, "of a bag's deadline");
  }

  /** A copy with another estimate of a task's run time. */
  public Bag withEstimate(long estimateMillis) {
    return new Bag(tasks, width, estimateMillis, submittedMillis, deadlineMillis);
  }

  /** A copy with another deadline. */
  public Bag withDeadline(long deadlineMillis) {
    return subBag(tasks, deadlineMillis);
  }

  /** Some of its tasks, with another deadline. */
  public Bag subBag(int tasks, long deadlineMillis) {
    return new Bag(tasks, width, estimateMillis, submittedMillis, deadlineMillis);
  }
}

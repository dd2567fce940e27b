package tender.core.model;

/**
 * Many independent tasks that are worth something only together, by one deadline.
 *
 * @param width processors that each task needs at once
 * @param estimateMillis how long one task is said to take on the reference processor
 */
public record Bag(
    int tasks, int width, long estimateMillis, long submittedMillis, long deadlineMillis) {
  public Bag {
    ValueChecks.positive(tasks, "A bag's number of tasks");
    ValueChecks.positive(width, "The width of a bag's tasks");
    Time.requireDuration(estimateMillis, "estimate of a bag's task");
    Time.requireInstant(submittedMillis, "of a bag's submission");
    Time.requireInstantOrNever(deadlineMillis, "of a bag's deadline");
  }

  /** The same, with another estimate of a task. */
  public Bag withEstimate(long estimateMillis) {
    return new Bag(tasks, width, estimateMillis, submittedMillis, deadlineMillis);
  }

  /** Some of its tasks, which are to be done by another deadline. */
  public Bag subBag(int tasks, long deadlineMillis) {
    return new Bag(tasks, width, estimateMillis, submittedMillis, deadlineMillis);
  }
}

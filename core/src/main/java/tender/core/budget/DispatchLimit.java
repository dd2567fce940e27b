package tender.core.budget;

/**
 * How many tasks may be at a provider at a time, by the dispatcher policy of Suresh Kumar and
 * Purusothaman: a task that is not sent yet can still go to another provider.
 *
 * @param tasksPerProcessor running and waiting tasks per processor
 */
public record DispatchLimit(int tasksPerProcessor) {
  public DispatchLimit {
    if (tasksPerProcessor <= 0) {
      throw new IllegalArgumentException(
          "The tasks per processor are " + tasksPerProcessor + ", and must be at least 1.");
    }
  }

  /**
   * How many tasks can be sent now.
   *
   * @param sent tasks that were sent and have not ended
   */
  public int tasks(int processors, int sent, int ready) {
    long room = (long) processors * tasksPerProcessor - sent;
    return Math.clamp(room, 0, ready);
  }
}

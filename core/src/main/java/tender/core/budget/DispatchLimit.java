package tender.core.budget;

/**
 * How many tasks may be at a provider at a time, by the dispatcher policy of Suresh Kumar and
 * Purusothaman: what is not sent yet can still go elsewhere.
 *
 * @param tasksPerProcessor those that run and those that wait there
 */
public record DispatchLimit(int tasksPerProcessor) {
  public DispatchLimit {
    if (tasksPerProcessor <= 0) {
      throw new IllegalArgumentException(
          "A processor gets " + tasksPerProcessor + " tasks, and must get at least 1.");
    }
  }

  /**
   * How many can be sent now.
   *
   * @param there those that were sent and have not ended
   */
  public int tasks(int processors, int there, int ready) {
    long room = (long) processors * tasksPerProcessor - there;
    return Math.clamp(room, 0, ready);
  }
}

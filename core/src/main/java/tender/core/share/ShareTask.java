package tender.core.share;

/**
 * A task of a bag and its work.
 *
 * @param taskIndex within the bag
 */
public record ShareTask(int taskIndex, double work) {
  public ShareTask {
    if (!(work > 0) || Double.isInfinite(work)) {
      throw new IllegalArgumentException(
          "The work of task " + taskIndex + " is " + work + ", and must be above 0 and finite.");
    }
  }

  static double totalWork(Iterable<ShareTask> tasks) {
    double work = 0;
    for (ShareTask task : tasks) {
      work += task.work;
    }
    return work;
  }
}

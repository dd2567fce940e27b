package tender.core.share;

import java.util.Comparator;
import java.util.List;
import tender.core.model.Money;

/**
 * How much to bid at a resource so that the tasks sent to it end by the deadline, but not much
 * sooner (Sulistio and Buyya, 4.1.2 and 4.1.4). The paper's "average bidding price" of a resource
 * is read as the middle of its bid range, because auctioneers do not disclose the bids of others.
 */
public final class DeadlineBid {
  private DeadlineBid() {}

  /**
   * Equation (4): the maximum if even a task on one processor of the slowest resource might miss
   * the deadline, else the middle.
   */
  static Money first(SharedResource resource, BrokerView view) {
    return first(resource, estimateSeconds(view), view.remainingSeconds());
  }

  /**
   * The same for a single resource.
   *
   * @param taskSeconds run time of a task on one of its processors
   */
  public static Money first(SharedResource resource, double taskSeconds, double remainingSeconds) {
    return taskSeconds > remainingSeconds
        ? resource.maxBidPerMinute()
        : resource.middleBidPerMinute();
  }

  private static double estimateSeconds(BrokerView view) {
    List<ShareTask> tasks = view.unsent();
    SharedResource slowest =
        view.resources().stream()
            .min(Comparator.comparingDouble(SharedResource::workPerSecond))
            .orElseThrow();
    double meanWork = tasks.isEmpty() ? 0 : ShareTask.totalWork(tasks) / tasks.size();
    return meanWork * slowest.processors() / slowest.workPerSecond();
  }

  /**
   * The three cases and equation (6): the bid is kept if the tasks end in the second half of the
   * remaining time; else it changes in proportion to the time needed over the time left.
   */
  static Money next(
      SharedResource resource, ResourceUsage standing, double addedWork, double remainingSeconds) {
    if (remainingSeconds <= 0) {
      return resource.maxBidPerMinute();
    }
    double finishSeconds = (standing.remainingWork() + addedWork) / standing.workPerSecond();
    boolean isRight = finishSeconds > remainingSeconds / 2 && finishSeconds < remainingSeconds;
    return isRight
        ? standing.bidPerMinute()
        : resource.bounded(standing.bidPerMinute(), finishSeconds / remainingSeconds);
  }
}

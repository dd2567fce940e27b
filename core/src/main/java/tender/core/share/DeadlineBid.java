package tender.core.share;

import java.util.Comparator;
import java.util.List;
import tender.core.model.Money;

/**
 * How much to bid at a resource so that what was sent to it ends by the deadline, but not much
 * sooner (Sulistio and Buyya, 4.1.2 and 4.1.4). The paper's "average bidding price" of a resource
 * is read as the middle of what it takes, since auctioneers tell nobody what others bid.
 */
public final class DeadlineBid {
  private DeadlineBid() {}

  /**
   * Equation (4): the most if even a task on one processor of the slowest resource might miss the
   * deadline, else the middle.
   */
  static Money first(SharedResource resource, BrokerView situation) {
    return first(resource, estimateSeconds(situation), situation.leftSeconds());
  }

  /**
   * The same for a resource that is the only one.
   *
   * @param taskSeconds how long a task takes on one of its processors
   */
  public static Money first(SharedResource resource, double taskSeconds, double leftSeconds) {
    return taskSeconds > leftSeconds ? resource.maxBidPerMinute() : resource.middleBidPerMinute();
  }

  private static double estimateSeconds(BrokerView situation) {
    List<ShareTask> tasks = situation.unsent();
    SharedResource slowest =
        situation.resources().stream()
            .min(Comparator.comparingDouble(SharedResource::workPerSecond))
            .orElseThrow();
    double meanWork = tasks.isEmpty() ? 0 : ShareTask.totalWork(tasks) / tasks.size();
    return meanWork * slowest.processors() / slowest.workPerSecond();
  }

  /**
   * The three cases and equation (6): what ends between half of the time that is left and all of it
   * is left alone; else the bid changes as the time needed is to the time left.
   */
  static Money next(
      SharedResource resource, ResourceUsage standing, double addedWork, double leftSeconds) {
    if (leftSeconds <= 0) {
      return resource.maxBidPerMinute();
    }
    double finishSeconds = (standing.remainingWork() + addedWork) / standing.workPerSecond();
    boolean isRight = finishSeconds > leftSeconds / 2 && finishSeconds < leftSeconds;
    return isRight
        ? standing.bidPerMinute()
        : resource.bounded(standing.bidPerMinute(), finishSeconds / leftSeconds);
  }
}

package tender.core.budget;

import java.util.List;
import tender.core.auction.QueueReport;
import tender.core.model.Cluster;
import tender.core.model.Money;
import tender.core.model.Time;

/**
 * The range in which a bag's deadline and budget make sense, both expressed as a factor from 0, as
 * tight as possible, to 1, as loose as useful (Suresh Kumar and Purusothaman). A factor below 0
 * cannot be met. {@link #of} computes the paper's bounds from queues; the metascheduler takes them
 * from offers.
 *
 * @param minMillis the paper's T_min; of queues: all tasks in parallel on all processors, but no
 *     less than the longest task on the fastest processor
 * @param maxMillis its T_max; of queues: all tasks one after another on the slowest processor.
 *     Space-shared processors are not slower under load, so load does not matter.
 * @param minCost its C_min; of queues: all work where it is cheapest
 * @param maxCost its C_max; of queues: all work where it is most expensive
 */
public record BudgetBounds(long minMillis, long maxMillis, Money minCost, Money maxCost) {

  /** The bounds for a bag with at least one task and a market with at least one queue. */
  public static BudgetBounds of(List<BudgetTask> tasks, List<QueueReport> queues) {
    if (tasks.isEmpty() || queues.isEmpty()) {
      throw new IllegalArgumentException(
          "Bounds need a task and a queue, but got "
              + tasks.size()
              + " and "
              + queues.size()
              + ".");
    }
    long workMillis = 0;
    long longestMillis = 0;
    for (BudgetTask task : tasks) {
      workMillis += task.estimateMillis();
      longestMillis = Math.max(longestMillis, task.estimateMillis());
    }
    long powerPermille = 0;
    int fastest = 0;
    int slowest = Integer.MAX_VALUE;
    double cheapest = Double.POSITIVE_INFINITY;
    double mostExpensive = 0;
    for (QueueReport queue : queues) {
      Cluster cluster = queue.cluster();
      powerPermille += cluster.powerPermille();
      fastest = Math.max(fastest, cluster.speedPermille());
      slowest = Math.min(slowest, cluster.speedPermille());
      cheapest = Math.min(cheapest, WorkPrice.of(queue));
      mostExpensive = Math.max(mostExpensive, WorkPrice.of(queue));
    }
    long longestOnFastestMillis = durationMillis(longestMillis, fastest);
    return new BudgetBounds(
        Math.max(durationMillis(workMillis, powerPermille), longestOnFastestMillis),
        Math.max(durationMillis(workMillis, slowest), longestOnFastestMillis),
        cost(workMillis, cheapest),
        cost(workMillis, mostExpensive));
  }

  private static long durationMillis(long workMillis, long powerPermille) {
    return Math.ceilDiv(
        Math.multiplyExact(workMillis, Cluster.REFERENCE_SPEED_PERMILLE), powerPermille);
  }

  private static Money cost(long workMillis, double price) {
    double hours = (double) workMillis / Time.HOUR_MILLIS;
    return new Money((long) Math.ceil(hours * Cluster.REFERENCE_SPEED_PERMILLE * price));
  }

  /** The deadline D_absolute, as a duration from now. */
  public long withinMillis(double factor) {
    return minMillis + Math.round(factor * (maxMillis - minMillis));
  }

  /** The D_factor that leads to this duration, the inverse of {@link #withinMillis}. */
  public double factor(long withinMillis) {
    return maxMillis == minMillis
        ? 1
        : (double) (withinMillis - minMillis) / (maxMillis - minMillis);
  }

  /** The budget B_absolute. */
  public Money budget(double factor) {
    long span = maxCost.millicredits() - minCost.millicredits();
    return new Money(minCost.millicredits() + Math.round(factor * span));
  }
}

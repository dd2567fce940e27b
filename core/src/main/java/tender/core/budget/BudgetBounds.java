package tender.core.budget;

import java.util.List;
import tender.core.auction.QueueReport;
import tender.core.model.Cluster;
import tender.core.model.Money;
import tender.core.model.Time;

/**
 * Between what a bag's deadline and budget make sense, and both of them by a factor from 0, as
 * tight as can be, to 1, as loose as is of use (Suresh Kumar and Purusothaman). A factor below 0
 * asks for what cannot be had.
 *
 * @param leastMillis all tasks side by side on all processors, but no sooner than the longest on
 *     the fastest: the paper's T_min
 * @param mostMillis all tasks one after another on the slowest processor: its T_max. Space-shared
 *     processors are not slower under load, so load does not count.
 * @param leastCost all work where work is cheapest: its C_min
 * @param mostCost all work where it is dearest: its C_max
 */
public record BudgetBounds(long minMillis, long maxMillis, Money minCost, Money maxCost) {

  /** Of a bag with at least one task and a market with at least one queue. */
  public static BudgetBounds of(List<BudgetTask> tasks, List<QueueReport> queues) {
    if (tasks.isEmpty() || queues.isEmpty()) {
      throw new IllegalArgumentException(
          "Of " + tasks.size() + " tasks and " + queues.size() + " queues there are no bounds.");
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
    double dearest = 0;
    for (QueueReport queue : queues) {
      Cluster cluster = queue.cluster();
      powerPermille += cluster.powerPermille();
      fastest = Math.max(fastest, cluster.speedPermille());
      slowest = Math.min(slowest, cluster.speedPermille());
      cheapest = Math.min(cheapest, WorkPrice.of(queue));
      dearest = Math.max(dearest, WorkPrice.of(queue));
    }
    long longestOnFastestMillis = durationMillis(longestMillis, fastest);
    return new BudgetBounds(
        Math.max(durationMillis(workMillis, powerPermille), longestOnFastestMillis),
        Math.max(durationMillis(workMillis, slowest), longestOnFastestMillis),
        cost(workMillis, cheapest),
        cost(workMillis, dearest));
  }

  private static long durationMillis(long workMillis, long powerPermille) {
    return Math.ceilDiv(
        Math.multiplyExact(workMillis, Cluster.REFERENCE_SPEED_PERMILLE), powerPermille);
  }

  private static Money cost(long workMillis, double price) {
    double hours = (double) workMillis / Time.HOUR_MILLIS;
    return new Money((long) Math.ceil(hours * Cluster.REFERENCE_SPEED_PERMILLE * price));
  }

  /** D_absolute, from now on. */
  public long withinMillis(double factor) {
    return minMillis + Math.round(factor * (maxMillis - minMillis));
  }

  /** The D_factor for which that is {@link #withinMillis}. */
  public double factor(long withinMillis) {
    return maxMillis == minMillis
        ? 1
        : (double) (withinMillis - minMillis) / (maxMillis - minMillis);
  }

  /** B_absolute. */
  public Money budget(double factor) {
    long span = maxCost.millicredits() - minCost.millicredits();
    return new Money(minCost.millicredits() + Math.round(factor * span));
  }
}

package tender.core.budget;

import java.util.List;
import tender.core.auction.QueueReport;

/**
 * A bag and the queues that may run it.
 *
 * @param tasks in the order in which they are served
 * @param queues with the slots that may be used; the order breaks ties
 */
public record BudgetProblem(
    long nowMillis, List<BudgetTask> tasks, List<QueueReport> queues, Constraint constraint) {
  public BudgetProblem {
    tasks = List.copyOf(tasks);
    queues = List.copyOf(queues);
  }
}

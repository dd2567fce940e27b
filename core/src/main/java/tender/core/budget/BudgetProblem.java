package tender.core.budget;

import java.util.List;
import tender.core.auction.QueueReport;

/**
 * A bag and where it may go.
 *
 * @param tasks in the order in which they are served
 * @param queues with the slots that may be used; those that stand first go first when nothing else
 *     tells them apart
 */
public record BudgetProblem(
    long nowMillis, List<BudgetTask> tasks, List<QueueReport> queues, Constraint constraint) {
  public BudgetProblem {
    tasks = List.copyOf(tasks);
    queues = List.copyOf(queues);
  }
}

package tender.simulator.budget;

import tender.core.auction.QueueId;
import tender.core.budget.BudgetTask;
import tender.core.model.Money;

/** Where and when a task ran, and the cost of its processor time. */
public record BudgetTaskRun(
    BudgetTask task, QueueId queue, long startMillis, long endMillis, Money cost) {

  public long runMillis() {
    return endMillis - startMillis;
  }
}

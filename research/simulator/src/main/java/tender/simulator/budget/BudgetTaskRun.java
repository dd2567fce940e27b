package tender.simulator.budget;

import tender.core.auction.QueueId;
import tender.core.budget.BudgetTask;
import tender.core.model.Money;

/** What became of a task, and what its processor's time cost. */
public record BudgetTaskRun(BudgetTask task, QueueId queue, long startMillis, long endMillis, Money cost) {

  public long runMillis() {
    return endMillis - startMillis;
  }
}

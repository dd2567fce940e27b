package tender.simulator.budget;

import tender.core.auction.QueueId;
import tender.core.budget.Task;
import tender.core.model.Money;

/** What became of a task, and what its processor's time cost. */
public record TaskRun(Task task, QueueId queue, long startMillis, long endMillis, Money cost) {

  public long runMillis() {
    return endMillis - startMillis;
  }
}

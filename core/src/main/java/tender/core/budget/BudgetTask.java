package tender.core.budget;

import tender.core.model.Time;

/**
 * A task of a bag, which needs one processor.
 *
 * @param estimateMillis run time on the reference processor
 */
public record BudgetTask(int taskIndex, long estimateMillis) {
  public BudgetTask {
    Time.requireDuration(estimateMillis, "of task " + taskIndex);
  }
}

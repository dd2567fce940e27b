package tender.core.budget.policy;

import tender.core.budget.Allocation;
import tender.core.budget.BudgetPolicy;
import tender.core.budget.BudgetProblem;
import tender.core.budget.BudgetTask;
import tender.core.model.Time;

/**
 * Each task to the processor that is free first, at any cost and whether or not it is in time
 * there, like explicit allocation without optimisation. The order of the queues breaks ties, so the
 * caller decides which requests go first.
 */
final class FirstFree implements BudgetPolicy {

  @Override
  public Allocation allocate(BudgetProblem problem) {
    AllocationBuilder builder = new AllocationBuilder(problem);
    return builder.serve(task -> queue(task, builder));
  }

  private static int queue(BudgetTask task, AllocationBuilder builder) {
    int best = AllocationBuilder.NONE;
    long firstMillis = Time.NEVER;
    for (int queue = 0; queue < builder.queues(); queue++) {
      long startMillis = builder.startMillis(task, queue);
      if (startMillis < firstMillis) {
        firstMillis = startMillis;
        best = queue;
      }
    }
    return best;
  }
}

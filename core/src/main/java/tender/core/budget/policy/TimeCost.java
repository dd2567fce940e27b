package tender.core.budget.policy;

import tender.core.budget.Allocation;
import tender.core.budget.BudgetPolicy;
import tender.core.budget.BudgetProblem;
import tender.core.budget.BudgetTask;
import tender.core.model.Money;

/**
 * The earliest end within the budget, and of equal ends the lowest cost: the counterpart of {@link
 * CostTime} among Buyya's DBC algorithms. A task may cost no more than its share, by work, of the
 * remaining budget, so that the first tasks do not spend what the last need; what they save is
 * available to the tasks after them.
 */
final class TimeCost implements BudgetPolicy {

  @Override
  public Allocation allocate(BudgetProblem problem) {
    AllocationBuilder builder = new AllocationBuilder(problem);
    long[] remainingMillis = {problem.tasks().stream().mapToLong(BudgetTask::estimateMillis).sum()};
    return builder.serve(
        task -> {
          Money share = share(builder.remainingBudget(), task.estimateMillis(), remainingMillis[0]);
          remainingMillis[0] -= task.estimateMillis();
          return queue(task, share, builder);
        });
  }

  /** Rounded down, except for the last task, which may use all of it. */
  private static Money share(Money remaining, long workMillis, long remainingMillis) {
    return workMillis == remainingMillis
        ? remaining
        : new Money((long) (remaining.millicredits() * ((double) workMillis / remainingMillis)));
  }

  private static int queue(BudgetTask task, Money share, AllocationBuilder builder) {
    int best = AllocationBuilder.NONE;
    for (int queue = 0; queue < builder.queues(); queue++) {
      if (builder.isInTime(task, queue)
          && builder.cost(task, queue).compareTo(share) <= 0
          && (best == AllocationBuilder.NONE || isBetter(task, queue, best, builder))) {
        best = queue;
      }
    }
    return best;
  }

  private static boolean isBetter(BudgetTask task, int queue, int best, AllocationBuilder builder) {
    int byEnd = Long.compare(builder.endMillis(task, queue), builder.endMillis(task, best));
    return byEnd != 0
        ? byEnd < 0
        : builder.cost(task, queue).compareTo(builder.cost(task, best)) < 0;
  }
}

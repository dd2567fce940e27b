package tender.core.budget;

import tender.core.model.Money;

/**
 * The earliest end within the budget, and of equal ends the least cost: the counterpart of {@link
 * CostTime} among Buyya's DBC algorithms. A task may cost no more than its part, by work, of what
 * is left of the budget, so that the first do not spend what the last need; what they leave over is
 * there for those after them.
 */
final class TimeCost implements BudgetPolicy {

  @Override
  public Allocation allocate(BudgetProblem errand) {
    AllocationBuilder draft = new AllocationBuilder(errand);
    long[] leftMillis = {errand.tasks().stream().mapToLong(BudgetTask::estimateMillis).sum()};
    return draft.serve(
        task -> {
          Money share = share(draft.left(), task.estimateMillis(), leftMillis[0]);
          leftMillis[0] -= task.estimateMillis();
          return queue(task, share, draft);
        });
  }

  /** Rounded down, but for the last task, which may have all of it. */
  private static Money share(Money left, long workMillis, long leftMillis) {
    return workMillis == leftMillis
        ? left
        : new Money((long) (left.millicredits() * ((double) workMillis / leftMillis)));
  }

  private static int queue(BudgetTask task, Money share, AllocationBuilder draft) {
    int best = AllocationBuilder.NONE;
    for (int queue = 0; queue < draft.queues(); queue++) {
      if (draft.isInTime(task, queue)
          && draft.cost(task, queue).compareTo(share) <= 0
          && (best == AllocationBuilder.NONE || isBetter(task, queue, best, draft))) {
        best = queue;
      }
    }
    return best;
  }

  private static boolean isBetter(BudgetTask task, int queue, int best, AllocationBuilder draft) {
    int byEnd = Long.compare(draft.endMillis(task, queue), draft.endMillis(task, best));
    return byEnd != 0 ? byEnd < 0 : draft.cost(task, queue).compareTo(draft.cost(task, best)) < 0;
  }
}

package tender.core.budget;

import tender.core.model.Time;

/**
 * Each task to the processor that is free first, whatever it costs and whether or not it is in time
 * there: how explicit allocation without optimisation hands out tasks. Of several it is the queue
 * that was given first, so whoever gives them says which requests go first.
 */
final class FirstFree implements BudgetPolicy {

  @Override
  public Allocation allocate(BudgetProblem errand) {
    AllocationBuilder draft = new AllocationBuilder(errand);
    return draft.serve(task -> queue(task, draft));
  }

  private static int queue(BudgetTask task, AllocationBuilder draft) {
    int best = AllocationBuilder.NONE;
    long firstMillis = Time.NEVER;
    for (int queue = 0; queue < draft.queues(); queue++) {
      long startMillis = draft.startMillis(task, queue);
      if (startMillis < firstMillis) {
        firstMillis = startMillis;
        best = queue;
      }
    }
    return best;
  }
}

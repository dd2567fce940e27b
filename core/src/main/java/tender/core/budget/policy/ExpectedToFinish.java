package tender.core.budget.policy;

import tender.core.auction.QueueReport;
import tender.core.budget.Allocation;
import tender.core.budget.BudgetPolicy;
import tender.core.budget.BudgetProblem;
import tender.core.budget.BudgetTask;
import tender.core.model.Time;

/**
 * Explicit allocation without optimisation, by available speed: each task to the queue with the
 * highest number of jobs expected to finish, which Suresh Kumar and Purusothaman define as
 * (avail_MIPS ÷ actual_MIPS) ÷ (avail_MIPSprev ÷ actual_MIPS) × jobs.
 *
 * <p>The available speed is that of the processors that no task of the bag has been assigned to;
 * the previous one is that before the bag. Price and deadline do not matter. Where the numbers are
 * equal, for example when no queue has speed left, the earlier start wins, then the order of the
 * queues.
 */
final class ExpectedToFinish implements BudgetPolicy {

  @Override
  public Allocation allocate(BudgetProblem problem) {
    AllocationBuilder builder = new AllocationBuilder(problem);
    return builder.serve(task -> queue(task, problem, builder));
  }

  private static int queue(BudgetTask task, BudgetProblem problem, AllocationBuilder builder) {
    int best = AllocationBuilder.NONE;
    for (int queue = 0; queue < builder.queues(); queue++) {
      if (builder.endMillis(task, queue) != Time.NEVER
          && (best == AllocationBuilder.NONE || isBetter(task, queue, best, problem, builder))) {
        best = queue;
      }
    }
    return best;
  }

  private static boolean isBetter(
      BudgetTask task, int queue, int best, BudgetProblem problem, AllocationBuilder builder) {
    int byJobs =
        Double.compare(expectedJobs(queue, problem, builder), expectedJobs(best, problem, builder));
    return byJobs != 0
        ? byJobs > 0
        : builder.startMillis(task, queue) < builder.startMillis(task, best);
  }

  private static double expectedJobs(int queue, BudgetProblem problem, AllocationBuilder builder) {
    QueueReport report = problem.queues().get(queue);
    double speed = report.cluster().speedPermille();
    double actual = report.cluster().powerPermille();
    double available = builder.freeNow(queue) * speed;
    double previous = report.free(problem.nowMillis()).freeAt(problem.nowMillis()) * speed;
    return previous == 0 ? 0 : (available / actual) / (previous / actual) * problem.tasks().size();
  }
}

package tender.core.budget.policy;

import java.util.ArrayList;
import java.util.List;
import tender.core.auction.QueueReport;
import tender.core.budget.Allocation;
import tender.core.budget.BudgetProblem;
import tender.core.budget.BudgetTask;
import tender.core.model.Cluster;
import tender.core.model.Money;
import tender.core.model.Time;
import tender.core.profile.ArrayProfile;

/** Builds an allocation; tracks the remaining slots of the queues and the remaining budget. */
final class AllocationBuilder {
  static final int NONE = -1;

  private final BudgetProblem problem;
  private final List<ArrayProfile> free = new ArrayList<>();
  private final List<Allocation.Assignment> assignments = new ArrayList<>();
  private final List<BudgetTask> unassigned = new ArrayList<>();
  private Money spent = Money.ZERO;

  AllocationBuilder(BudgetProblem problem) {
    this.problem = problem;
    problem.queues().forEach(queue -> free.add(queue.free(problem.nowMillis())));
  }

  /** Chooses the queue for a task, {@link #NONE} for none. */
  interface Choice {
    int queue(BudgetTask task);
  }

  /** Serves each task once, in order. */
  Allocation serve(Choice choice) {
    for (BudgetTask task : problem.tasks()) {
      int queue = choice.queue(task);
      if (queue == NONE) {
        unassigned.add(task);
      } else {
        assign(task, queue);
      }
    }
    return new Allocation(assignments, unassigned);
  }

  private void assign(BudgetTask task, int queue) {
    long durationMillis = cluster(queue).durationMillis(task.estimateMillis());
    long startMillis = free.get(queue).takeEarliest(1, durationMillis, problem.nowMillis());
    Money cost = cost(task, queue);
    spent = spent.plus(cost);
    assignments.add(
        new Allocation.Assignment(
            task,
            problem.queues().get(queue).id(),
            startMillis,
            startMillis + durationMillis,
            cost));
  }

  int queues() {
    return free.size();
  }

  /** Processors of a queue that are free now and not assigned. */
  int freeNow(int queue) {
    return free.get(queue).freeAt(problem.nowMillis());
  }

  /** When a task would start there, {@link Time#NEVER} if it does not fit. */
  long startMillis(BudgetTask task, int queue) {
    return free.get(queue)
        .earliestStart(
            1, cluster(queue).durationMillis(task.estimateMillis()), problem.nowMillis());
  }

  long endMillis(BudgetTask task, int queue) {
    long startMillis = startMillis(task, queue);
    return startMillis == Time.NEVER
        ? Time.NEVER
        : startMillis + cluster(queue).durationMillis(task.estimateMillis());
  }

  /** Whether a task has a place in a queue by the deadline. */
  boolean isInTime(BudgetTask task, int queue) {
    long endMillis = endMillis(task, queue);
    return endMillis != Time.NEVER && endMillis <= problem.constraint().deadlineMillis();
  }

  Money cost(BudgetTask task, int queue) {
    QueueReport report = problem.queues().get(queue);
    return report
        .pricePerProcessorHour()
        .forProcessorTime(report.cluster().durationMillis(task.estimateMillis()));
  }

  Money remainingBudget() {
    return problem.constraint().budget().plus(spent.times(-1));
  }

  private Cluster cluster(int queue) {
    return problem.queues().get(queue).cluster();
  }
}

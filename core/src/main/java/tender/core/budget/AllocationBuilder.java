package tender.core.budget;

import java.util.ArrayList;
import java.util.List;
import tender.core.auction.QueueReport;
import tender.core.model.Cluster;
import tender.core.model.Money;
import tender.core.model.Time;
import tender.core.profile.ArrayProfile;

/** An allocation in the making: what is left of the queues' slots and of the budget. */
final class AllocationBuilder {
  static final int NONE = -1;

  private final BudgetProblem errand;
  private final List<ArrayProfile> free = new ArrayList<>();
  private final List<Allocation.Assignment> assignments = new ArrayList<>();
  private final List<BudgetTask> unassigned = new ArrayList<>();
  private Money spent = Money.ZERO;

  AllocationBuilder(BudgetProblem errand) {
    this.errand = errand;
    errand.queues().forEach(queue -> free.add(queue.free(errand.nowMillis())));
  }

  /** Says where a task goes, {@link #NONE} if nowhere. */
  interface Choice {
    int queue(BudgetTask task);
  }

  /** Serves the tasks in their order, and none twice. */
  Allocation serve(Choice choice) {
    for (BudgetTask task : errand.tasks()) {
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
    long startMillis = free.get(queue).takeEarliest(1, durationMillis, errand.nowMillis());
    Money cost = cost(task, queue);
    spent = spent.plus(cost);
    assignments.add(
        new Allocation.Assignment(
            task,
            errand.queues().get(queue).id(),
            startMillis,
            startMillis + durationMillis,
            cost));
  }

  int queues() {
    return free.size();
  }

  /** When a task would start there, {@link Time#NEVER} if it does not fit. */
  long startMillis(BudgetTask task, int queue) {
    return free.get(queue)
        .earliestStart(1, cluster(queue).durationMillis(task.estimateMillis()), errand.nowMillis());
  }

  long endMillis(BudgetTask task, int queue) {
    long startMillis = startMillis(task, queue);
    return startMillis == Time.NEVER
        ? Time.NEVER
        : startMillis + cluster(queue).durationMillis(task.estimateMillis());
  }

  /** Whether a task has a place there by the deadline. */
  boolean isInTime(BudgetTask task, int queue) {
    long endMillis = endMillis(task, queue);
    return endMillis != Time.NEVER && endMillis <= errand.constraint().deadlineMillis();
  }

  Money cost(BudgetTask task, int queue) {
    QueueReport report = errand.queues().get(queue);
    return report
        .pricePerProcessorHour()
        .forProcessorTime(report.cluster().durationMillis(task.estimateMillis()));
  }

  Money left() {
    return errand.constraint().budget().plus(spent.times(-1));
  }

  private Cluster cluster(int queue) {
    return errand.queues().get(queue).cluster();
  }
}

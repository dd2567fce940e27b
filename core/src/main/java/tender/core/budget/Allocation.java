package tender.core.budget;

import java.util.List;
import tender.core.auction.QueueId;
import tender.core.model.Money;

/**
 * The assignment of tasks to queues.
 *
 * @param assignments in the order in which they were made
 * @param unassigned tasks for which there was no place within deadline and budget
 */
public record Allocation(List<Assignment> assignments, List<BudgetTask> unassigned) {
  public Allocation {
    assignments = List.copyOf(assignments);
    unassigned = List.copyOf(unassigned);
  }

  /** A task, its queue, and when it would start and end there. */
  public record Assignment(
      BudgetTask task, QueueId queue, long startMillis, long endMillis, Money cost) {}

  public Money cost() {
    return assignments.stream().map(Assignment::cost).reduce(Money.ZERO, Money::plus);
  }
}

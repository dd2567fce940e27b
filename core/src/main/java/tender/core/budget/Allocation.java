package tender.core.budget;

import java.util.List;
import tender.core.auction.QueueId;
import tender.core.model.Money;

/**
 * Which task goes where.
 *
 * @param assignments in the order in which they were made
 * @param unassigned those for which there was no place within deadline and budget
 */
public record Allocation(List<Assignment> assignments, List<BudgetTask> unassigned) {
  public Allocation {
    assignments = List.copyOf(assignments);
    unassigned = List.copyOf(unassigned);
  }

  /** A task, where it goes, and when it would start and end there. */
  public record Assignment(
      BudgetTask task, QueueId queue, long startMillis, long endMillis, Money cost) {}

  public Money cost() {
    return assignments.stream().map(Assignment::cost).reduce(Money.ZERO, Money::plus);
  }
}

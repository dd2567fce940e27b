package tender.core.budget;

/** Decides which queues run the tasks of a bag. */
public interface BudgetPolicy {
  Allocation allocate(BudgetProblem problem);
}

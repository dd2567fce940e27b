package tender.core.budget;

/** Decides where the tasks of a bag go. */
public interface BudgetPolicy {
  Allocation allocate(BudgetProblem errand);
}

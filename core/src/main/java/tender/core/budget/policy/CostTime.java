package tender.core.budget.policy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import tender.core.budget.Allocation;
import tender.core.budget.BudgetPolicy;
import tender.core.budget.BudgetProblem;
import tender.core.budget.BudgetTask;
import tender.core.budget.WorkPrice;

/**
 * The lowest cost that meets the deadline, and of equal costs the earliest end: DBC cost–time
 * optimisation (Suresh Kumar and Purusothaman, after Buyya). Queues with the same price for work
 * are a group, in the order of their power, and the cheapest group goes first. A task goes to the
 * first group in which it ends by the deadline within the remaining budget, and there to the queue
 * in which it ends first.
 */
final class CostTime implements BudgetPolicy {

  @Override
  public Allocation allocate(BudgetProblem problem) {
    AllocationBuilder builder = new AllocationBuilder(problem);
    SortedMap<Double, List<Integer>> groups = groups(problem);
    return builder.serve(task -> queue(task, groups, builder));
  }

  private static SortedMap<Double, List<Integer>> groups(BudgetProblem problem) {
    SortedMap<Double, List<Integer>> groups = new TreeMap<>();
    for (int queue = 0; queue < problem.queues().size(); queue++) {
      groups
          .computeIfAbsent(WorkPrice.of(problem.queues().get(queue)), price -> new ArrayList<>())
          .add(queue);
    }
    groups.values().forEach(group -> group.sort(mostPowerFirst(problem)));
    return groups;
  }

  private static Comparator<Integer> mostPowerFirst(BudgetProblem problem) {
    return Comparator.comparingLong(
        queue -> -problem.queues().get(queue).cluster().powerPermille());
  }

  private static int queue(
      BudgetTask task, SortedMap<Double, List<Integer>> groups, AllocationBuilder builder) {
    for (List<Integer> group : groups.values()) {
      int best = AllocationBuilder.NONE;
      for (int queue : group) {
        if (builder.isInTime(task, queue)
            && builder.cost(task, queue).compareTo(builder.remainingBudget()) <= 0
            && (best == AllocationBuilder.NONE
                || builder.endMillis(task, queue) < builder.endMillis(task, best))) {
          best = queue;
        }
      }
      if (best != AllocationBuilder.NONE) {
        return best;
      }
    }
    return AllocationBuilder.NONE;
  }
}

package tender.core.budget;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The least cost that makes the deadline, and of equal costs the earliest end: DBC cost–time
 * optimisation (Suresh Kumar and Purusothaman, after Buyya). Queues that ask the same for work are
 * a group, in the order of their power, and the cheapest group goes first. A task goes into the
 * first group in which it ends by the deadline for what is left of the budget, and there to the
 * queue in which it ends first.
 */
final class CostTime implements BudgetPolicy {

  @Override
  public Allocation allocate(BudgetProblem errand) {
    AllocationBuilder draft = new AllocationBuilder(errand);
    SortedMap<Double, List<Integer>> groups = groups(errand);
    return draft.serve(task -> queue(task, groups, draft));
  }

  private static SortedMap<Double, List<Integer>> groups(BudgetProblem errand) {
    SortedMap<Double, List<Integer>> groups = new TreeMap<>();
    for (int queue = 0; queue < errand.queues().size(); queue++) {
      groups
          .computeIfAbsent(WorkPrice.of(errand.queues().get(queue)), price -> new ArrayList<>())
          .add(queue);
    }
    groups.values().forEach(group -> group.sort(mostPowerFirst(errand)));
    return groups;
  }

  private static Comparator<Integer> mostPowerFirst(BudgetProblem errand) {
    return Comparator.comparingLong(queue -> -errand.queues().get(queue).cluster().powerPermille());
  }

  private static int queue(
      BudgetTask task, SortedMap<Double, List<Integer>> groups, AllocationBuilder draft) {
    for (List<Integer> group : groups.values()) {
      int best = AllocationBuilder.NONE;
      for (int queue : group) {
        if (draft.isInTime(task, queue)
            && draft.cost(task, queue).compareTo(draft.left()) <= 0
            && (best == AllocationBuilder.NONE
                || draft.endMillis(task, queue) < draft.endMillis(task, best))) {
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

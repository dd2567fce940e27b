package tender.experiments.budget;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import tender.core.auction.QueueReport;
import tender.core.budget.Allocation;
import tender.core.budget.BudgetProblem;
import tender.core.budget.BudgetTask;
import tender.core.budget.CraftedQueue;
import tender.core.budget.ExplicitAllocation;
import tender.core.budget.RequestDemand;
import tender.core.budget.RequestLimits;
import tender.core.budget.policy.BudgetPolicies;

/**
 * The strategies that are compared. All create the same requests; they differ in how they assign
 * tasks to requests.
 *
 * <p>A request ends by the deadline, which is the only time that the paper states, and may hold all
 * processors of its resource; each resource has one pending request.
 */
enum BudgetStrategy {
  /** Without optimisation, as printed: the most jobs expected to finish by available speed. */
  EXPLICIT("explicit", BudgetPolicies.EXPECTED_TO_FINISH, false),
  /** Without optimisation: requests in which most jobs end go first, whatever their speed. */
  EXPLICIT_BY_JOBS("explicit-by-jobs", BudgetPolicies.FIRST_FREE, true),
  /** Without optimisation: resources are filled in the order of the paper's Table 1. */
  EXPLICIT_LISTED("explicit-listed", BudgetPolicies.FIRST_FREE, false),
  /** The paper's text: the cheapest resource that meets the deadline. */
  COST_TIME("cost-time", BudgetPolicies.COST_TIME, false),
  /**
   * The last steps of the paper's algorithm as printed: "for each resource", not for each group,
   * "sort resources by the increasing order of completion time". The budget per job is from Buyya's
   * time optimisation.
   */
  TIME_COST("time-cost", BudgetPolicies.TIME_COST, false);

  /** The strategies without optimisation. */
  static final List<BudgetStrategy> BASELINES =
      List.of(EXPLICIT, EXPLICIT_BY_JOBS, EXPLICIT_LISTED);

  private static final int MAX_PENDING = 1;

  private final String id;
  private final String policy;
  private final boolean byThroughput;

  BudgetStrategy(String id, String policy, boolean byThroughput) {
    this.id = id;
    this.policy = policy;
    this.byThroughput = byThroughput;
  }

  String id() {
    return id;
  }

  @Override
  public String toString() {
    return id;
  }

  /** Whether the strategy observes deadline and budget. */
  boolean isConstrained() {
    return !BASELINES.contains(this);
  }

  Allocation allocate(BudgetInstance input) {
    List<CraftedQueue> crafted =
        input.queues().stream().map(queue -> crafted(queue, input)).toList();
    if (byThroughput) {
      crafted =
          crafted.stream().sorted(Comparator.comparingInt(CraftedQueue::tasks).reversed()).toList();
    }
    List<QueueReport> queues = crafted.stream().map(CraftedQueue::narrowed).toList();
    return Objects.requireNonNull(BudgetPolicies.all().get(policy))
        .allocate(new BudgetProblem(0, input.tasks(), queues, input.constraint()));
  }

  private static CraftedQueue crafted(QueueReport queue, BudgetInstance input) {
    long typicalMillis =
        Math.round(
            input.tasks().stream().mapToLong(BudgetTask::estimateMillis).average().orElseThrow());
    long longestMillis =
        input.tasks().stream().mapToLong(BudgetTask::estimateMillis).max().orElseThrow();
    long deadlineMillis = input.constraint().deadlineMillis();
    return new CraftedQueue(
        queue,
        ExplicitAllocation.craft(
            List.of(),
            queue.free(0),
            new RequestLimits(MAX_PENDING, queue.cluster().processors(), deadlineMillis),
            new RequestDemand(
                input.tasks().size(),
                queue.cluster().durationMillis(typicalMillis),
                queue.cluster().durationMillis(longestMillis),
                deadlineMillis)));
  }
}

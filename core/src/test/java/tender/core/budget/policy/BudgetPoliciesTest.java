package tender.core.budget.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tender.core.auction.QueueId;
import tender.core.auction.QueueReport;
import tender.core.budget.Allocation;
import tender.core.budget.BudgetFixtures;
import tender.core.budget.BudgetPolicy;
import tender.core.budget.BudgetProblem;
import tender.core.budget.BudgetTask;
import tender.core.budget.Constraint;
import tender.core.model.Money;
import tender.core.profile.ArrayProfile;

class BudgetPoliciesTest {
  private static final BudgetPolicy COST_TIME = new CostTime();
  private static final BudgetPolicy TIME_COST = new TimeCost();
  private static final BudgetPolicy FIRST_FREE = new FirstFree();

  /** The prices of one unit of work are 10, 5 and 5: the latter two are a group. */
  private static final QueueReport FAST = BudgetFixtures.queue("fast", 1, 4, 40);

  private static final QueueReport SLOW = BudgetFixtures.queue("slow", 1, 1, 5);
  private static final QueueReport MIDDLE = BudgetFixtures.queue("middle", 1, 2, 10);
  private static final List<QueueReport> QUEUES = List.of(FAST, SLOW, MIDDLE);

  @Test
  void costTimeFillsCheapestGroupFirst() {
    BudgetProblem problem =
        new BudgetProblem(
            0, BudgetFixtures.tasks(8, 8, 8, 8), QUEUES, BudgetFixtures.within(8, 1_000));

    Allocation allocation = COST_TIME.allocate(problem);

    // In the group the first two end first on the middle one, by 4 and 8; the third on the slow.
    assertThat(described(allocation))
        .containsExactly("middle 0-4 40", "middle 4-8 40", "slow 0-8 40", "fast 0-2 80");
    assertThat(allocation.unassigned()).isEmpty();
    assertThat(allocation.cost()).isEqualTo(new Money(200_000));
  }

  @Test
  void costTimeLeavesTasksBeyondDeadlineOrBudget() {
    BudgetProblem late =
        new BudgetProblem(
            0, BudgetFixtures.tasks(8, 8, 8), QUEUES, BudgetFixtures.within(4, 1_000));
    assertThat(described(COST_TIME.allocate(late)))
        .containsExactly("middle 0-4 40", "fast 0-2 80", "fast 2-4 80");
    BudgetProblem poor =
        new BudgetProblem(0, BudgetFixtures.tasks(8, 8, 8), QUEUES, BudgetFixtures.within(4, 119));
    Allocation allocation = COST_TIME.allocate(poor);
    assertThat(described(allocation)).containsExactly("middle 0-4 40");
    assertThat(allocation.unassigned()).extracting(BudgetTask::taskIndex).containsExactly(1, 2);
  }

  @Test
  void timeCostSpendsShareOnEarliestEnd() {
    // The first may spend 66, not the 80 of the fast one; so the others may spend 80 each.
    BudgetProblem problem =
        new BudgetProblem(
            0, BudgetFixtures.tasks(8, 8, 8), QUEUES, BudgetFixtures.within(100, 200));
    assertThat(described(TIME_COST.allocate(problem)))
        .containsExactly("middle 0-4 40", "fast 0-2 80", "fast 2-4 80");
    BudgetProblem rich =
        new BudgetProblem(
            0, BudgetFixtures.tasks(8, 8, 8), QUEUES, BudgetFixtures.within(100, 1_000));
    // The second would end by 4 on the fast one too.
    assertThat(described(TIME_COST.allocate(rich)))
        .containsExactly("fast 0-2 80", "middle 0-4 40", "fast 2-4 80");
  }

  @Test
  void timeCostPrefersCheaperOfEqualEnds() {
    List<QueueReport> queues =
        List.of(BudgetFixtures.queue("expensive", 1, 1, 9), BudgetFixtures.queue("cheap", 1, 1, 3));
    BudgetProblem problem =
        new BudgetProblem(0, BudgetFixtures.tasks(5, 5), queues, BudgetFixtures.within(100, 1_000));
    assertThat(described(TIME_COST.allocate(problem)))
        .containsExactly("cheap 0-5 15", "expensive 0-5 45");
  }

  @Test
  void firstFreeIgnoresPriceAndDeadline() {
    BudgetProblem problem =
        new BudgetProblem(0, BudgetFixtures.tasks(8, 8, 8, 8), QUEUES, BudgetFixtures.within(1, 1));
    assertThat(described(FIRST_FREE.allocate(problem)))
        .containsExactly("fast 0-2 80", "slow 0-8 40", "middle 0-4 40", "fast 2-4 80");
  }

  @Test
  void expectedToFinishPrefersLargestAvailableFraction() {
    List<QueueReport> queues =
        List.of(
            BudgetFixtures.queue("one", 1, 4, 40),
            BudgetFixtures.queue("two", 2, 1, 5),
            BudgetFixtures.queue("four", 4, 1, 5));
    BudgetProblem problem =
        new BudgetProblem(
            0, BudgetFixtures.tasks(8, 8, 8, 8, 8), queues, BudgetFixtures.within(1, 1));
    // All of each queue is available at first, then none of one, a half of two and three of four.
    assertThat(described(new ExpectedToFinish().allocate(problem)))
        .containsExactly("one 0-2 80", "two 0-8 40", "four 0-8 40", "four 0-8 40", "two 0-8 40");
  }

  @Test
  void expectedToFinishWaitsForFirstFreeProcessorWhenNoSpeedIsLeft() {
    BudgetProblem problem =
        new BudgetProblem(0, BudgetFixtures.tasks(8, 8, 8, 8), QUEUES, BudgetFixtures.within(1, 1));
    assertThat(described(new ExpectedToFinish().allocate(problem)))
        .containsExactly("fast 0-2 80", "slow 0-8 40", "middle 0-4 40", "fast 2-4 80");
  }

  @Test
  void allocationsKeepDeadlineAndBudget() {
    for (int seed = 0; seed < 2_000; seed++) {
      BudgetProblem problem = BudgetFixtures.drawProblem(seed);
      for (BudgetPolicy policy : BudgetPolicies.all().values()) {
        Allocation allocation = policy.allocate(problem);
        assertPlaced(problem, allocation);
        if (policy instanceof CostTime || policy instanceof TimeCost) {
          assertWithin(problem.constraint(), allocation);
        }
      }
    }
  }

  private static void assertWithin(Constraint constraint, Allocation allocation) {
    if (!allocation.assignments().isEmpty()) {
      assertThat(allocation.cost()).isLessThanOrEqualTo(constraint.budget());
    }
    for (Allocation.Assignment assignment : allocation.assignments()) {
      assertThat(assignment.endMillis()).isLessThanOrEqualTo(constraint.deadlineMillis());
    }
  }

  /** Each task once, only where slots have room, and at the queue's price. */
  private static void assertPlaced(BudgetProblem problem, Allocation allocation) {
    List<BudgetTask> all = new ArrayList<>(allocation.unassigned());
    Map<QueueId, QueueReport> queues = new LinkedHashMap<>();
    Map<QueueId, ArrayProfile> free = new LinkedHashMap<>();
    problem.queues().forEach(queue -> queues.put(queue.id(), queue));
    problem.queues().forEach(queue -> free.put(queue.id(), queue.free(0)));
    for (Allocation.Assignment assignment : allocation.assignments()) {
      QueueReport queue = queues.get(assignment.queue());
      all.add(assignment.task());
      assertThat(assignment.endMillis() - assignment.startMillis())
          .isEqualTo(queue.cluster().durationMillis(assignment.task().estimateMillis()));
      free.get(queue.id()).take(assignment.startMillis(), assignment.endMillis(), 1);
    }
    assertThat(all).containsExactlyInAnyOrderElementsOf(problem.tasks());
  }

  private static List<String> described(Allocation allocation) {
    return allocation.assignments().stream()
        .map(
            assignment ->
                "%s %d-%d %s"
                    .formatted(
                        assignment.queue().provider(),
                        assignment.startMillis() / 1_000,
                        assignment.endMillis() / 1_000,
                        assignment.cost()))
        .toList();
  }
}

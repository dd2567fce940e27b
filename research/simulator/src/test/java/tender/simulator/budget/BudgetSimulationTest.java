package tender.simulator.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tender.core.auction.QueueId;
import tender.core.auction.QueueReport;
import tender.core.budget.Allocation;
import tender.core.budget.BudgetProblem;
import tender.core.budget.BudgetTask;
import tender.core.budget.Constraint;
import tender.core.budget.DispatchLimit;
import tender.core.budget.policy.BudgetPolicies;
import tender.core.model.Cluster;
import tender.core.model.FreeSlot;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.Time;

class BudgetSimulationTest {
  private static final List<QueueReport> QUEUES = List.of(queue("one", 2), queue("two", 1));
  private static final List<BudgetTask> TASKS =
      List.of(
          new BudgetTask(0, 3_000),
          new BudgetTask(1, 2_000),
          new BudgetTask(2, 4_000),
          new BudgetTask(3, 1_000),
          new BudgetTask(4, 2_000));

  private static QueueReport queue(String name, int processors) {
    return new QueueReport(
        new QueueId(new ProviderId(name), 0),
        new Cluster(processors, 1_000),
        new Money(Time.HOUR_MILLIS),
        List.of(new FreeSlot(0, Time.NEVER, processors)));
  }

  private static Allocation allocation() {
    Constraint constraint = new Constraint(100_000, new Money(1_000_000));
    return Objects.requireNonNull(BudgetPolicies.all().get(BudgetPolicies.TIME_COST))
        .allocate(new BudgetProblem(0, TASKS, QUEUES, constraint));
  }

  @Test
  void exactEstimatesRunAsPlanned() {
    List<BudgetTaskRun> runs = run(1, 1);

    for (Allocation.Assignment planned : allocation().assignments()) {
      assertThat(runs)
          .contains(
              new BudgetTaskRun(
                  planned.task(),
                  planned.queue(),
                  planned.startMillis(),
                  planned.endMillis(),
                  planned.cost()));
    }
    assertThat(run(5, 1)).isEqualTo(runs);
  }

  @Test
  void doubleRunTimeCostsTwiceAsMuch() {
    List<BudgetTaskRun> runs = run(1, 2);

    assertThat(runs).hasSameSizeAs(TASKS);
    assertThat(runs.stream().mapToLong(BudgetTaskRun::runMillis).sum()).isEqualTo(24_000);
    assertThat(runs.stream().map(BudgetTaskRun::cost).reduce(Money.ZERO, Money::plus))
        .isEqualTo(allocation().cost().times(2));
  }

  @Test
  void localJobPreemptsTaskThatStartedLast() {
    BudgetSimulation simulation =
        new BudgetSimulation(0, List.of(queue("one", 2)), new DispatchLimit(1));
    QueueId queue = new QueueId(new ProviderId("one"), 0);
    simulation.addLocalJob(queue, 4_000, 1_000);

    // Task 2 follows task 1 at 2 s, is preempted at 4 s, and runs again when task 0 has ended.
    assertThat(simulation.run(planned(queue, 4_500, 2_000, 3_000), BudgetTask::estimateMillis))
        .extracting(run -> run.task().taskIndex(), BudgetTaskRun::startMillis)
        .containsExactly(tuple(1, 0L), tuple(0, 0L), tuple(2, 4_500L));
  }

  @Test
  void localJobUsesFreeProcessorFirst() {
    BudgetSimulation simulation =
        new BudgetSimulation(0, List.of(queue("one", 2)), new DispatchLimit(1));
    QueueId queue = new QueueId(new ProviderId("one"), 0);
    simulation.addLocalJob(queue, 1_000, 9_000);

    assertThat(simulation.run(planned(queue, 3_000), BudgetTask::estimateMillis))
        .extracting(BudgetTaskRun::startMillis, BudgetTaskRun::endMillis)
        .containsExactly(tuple(0L, 3_000L));
  }

  /** Tasks of these lengths in the order in which they are sent to a queue. */
  private static Allocation planned(QueueId queue, long... lengthsMillis) {
    List<Allocation.Assignment> assignments = new ArrayList<>();
    for (long lengthMillis : lengthsMillis) {
      BudgetTask task = new BudgetTask(assignments.size(), lengthMillis);
      assignments.add(new Allocation.Assignment(task, queue, 0, lengthMillis, Money.ZERO));
    }
    return new Allocation(assignments, List.of());
  }

  private static List<BudgetTaskRun> run(int tasksPerProcessor, int factor) {
    return new BudgetSimulation(0, QUEUES, new DispatchLimit(tasksPerProcessor))
        .run(allocation(), task -> factor * task.estimateMillis());
  }
}

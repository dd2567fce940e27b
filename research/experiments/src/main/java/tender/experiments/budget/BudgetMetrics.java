package tender.experiments.budget;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import tender.core.model.Money;
import tender.core.model.Time;
import tender.simulator.budget.BudgetTaskRun;

/** The metrics of a run. */
final class BudgetMetrics {
  /** Cost of all jobs in G$. */
  static final String COST = "cost";

  /**
   * Sum over all jobs of the time from start to end: "the execution time of a job is calculated
   * from the time the job starts its execution till the end".
   */
  static final String EXECUTION_SECONDS = "execution_seconds";

  /** Time until the last job ends: another interpretation of the execution time of all jobs. */
  static final String COMPLETION_SECONDS = "completion_seconds";

  /** Number of jobs that end after the deadline. */
  static final String LATE_JOBS = "late_jobs";

  /** Number of jobs that could not be placed. */
  static final String UNPLACED_JOBS = "left_jobs";

  static final String BUDGET = "budget";

  private static final double MILLI = 1_000;

  private BudgetMetrics() {}

  static List<String> all() {
    return List.of(COST, EXECUTION_SECONDS, COMPLETION_SECONDS, LATE_JOBS, UNPLACED_JOBS, BUDGET);
  }

  static SequencedMap<String, Double> of(BudgetInstance input, List<BudgetTaskRun> runs) {
    long deadlineMillis = input.constraint().deadlineMillis();
    SequencedMap<String, Double> values = new LinkedHashMap<>();
    Money cost = runs.stream().map(BudgetTaskRun::cost).reduce(Money.ZERO, Money::plus);
    values.put(COST, cost.millicredits() / MILLI);
    values.put(EXECUTION_SECONDS, seconds(runs.stream().mapToLong(BudgetTaskRun::runMillis).sum()));
    values.put(
        COMPLETION_SECONDS,
        seconds(runs.stream().mapToLong(BudgetTaskRun::endMillis).max().orElse(0)));
    values.put(
        LATE_JOBS, (double) runs.stream().filter(run -> run.endMillis() > deadlineMillis).count());
    values.put(UNPLACED_JOBS, (double) input.tasks().size() - runs.size());
    values.put(BUDGET, input.constraint().budget().millicredits() / MILLI);
    return values;
  }

  private static double seconds(long millis) {
    return millis / (double) Time.SECOND_MILLIS;
  }
}

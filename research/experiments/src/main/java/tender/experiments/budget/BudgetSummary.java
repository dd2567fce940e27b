package tender.experiments.budget;

import java.util.List;
import java.util.Locale;
import tender.experiments.run.ExperimentSummary;
import tender.experiments.run.MeasuredRun;
import tender.experiments.statistics.Sample;

/** The results of the experiment over its seeds. Strategies are compared seed by seed. */
public final class BudgetSummary extends ExperimentSummary<BudgetExperiment, BudgetExperiment.Key> {
  public BudgetSummary(BudgetExperiment experiment, List<MeasuredRun<BudgetExperiment.Key>> runs) {
    super(experiment, BudgetRunner.file(), runs);
  }

  Sample of(BudgetScenario scenario, BudgetStrategy strategy, String metric) {
    return Sample.of(values(scenario, strategy, metric));
  }

  /**
   * The baseline's metric divided by the strategy's: the paper's cost factor for the cost, and its
   * speed-up for a time.
   */
  Sample factor(
      BudgetScenario scenario, BudgetStrategy baseline, BudgetStrategy strategy, String metric) {
    return compare(
        values(scenario, baseline, metric), values(scenario, strategy, metric), (a, b) -> a / b);
  }

  /** Whether every job was placed in every seed; otherwise ratios would compare different jobs. */
  boolean isComplete(BudgetScenario scenario, BudgetStrategy strategy) {
    return of(scenario, strategy, BudgetMetrics.UNPLACED_JOBS).mean() == 0;
  }

  /**
   * The number of failed runs: a job could not be placed though the budget does not limit, or a
   * constrained strategy missed the deadline or exceeded the budget. Preempted jobs may be late.
   */
  public long failures() {
    return runs().stream().filter(BudgetSummary::hasFailed).count();
  }

  private static boolean hasFailed(MeasuredRun<BudgetExperiment.Key> run) {
    BudgetScenario scenario = run.key().scenario();
    boolean isConstrained = run.key().strategy().isConstrained();
    boolean mayBeIncomplete =
        isConstrained && scenario.budgetFactor() < BudgetScenario.STANDARD_BUDGET_FACTOR;
    boolean mayBeLate = !isConstrained || scenario.localJobs() == LocalJobs.PREEMPTING;
    return (run.value(BudgetMetrics.UNPLACED_JOBS) > 0 && !mayBeIncomplete)
        || (run.value(BudgetMetrics.LATE_JOBS) > 0 && !mayBeLate)
        || (isConstrained && run.value(BudgetMetrics.COST) > run.value(BudgetMetrics.BUDGET));
  }

  private double[] values(BudgetScenario scenario, BudgetStrategy strategy, String metric) {
    return values(key -> key.strategy() == strategy && key.scenario().equals(scenario), metric);
  }

  @Override
  public String csv() {
    return csv(
        "seeds,mean,standard_deviation",
        sample ->
            String.format(
                Locale.ROOT,
                "%d,%.6f,%.6f",
                sample.size(),
                sample.mean(),
                sample.standardDeviation()));
  }
}

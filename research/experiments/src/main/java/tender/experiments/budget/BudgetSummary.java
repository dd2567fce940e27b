package tender.experiments.budget;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import tender.experiments.run.MeasuredRun;
import tender.experiments.statistics.Sample;

/** The results of the experiment over its seeds. Strategies are compared seed by seed. */
public final class BudgetSummary {
  private final BudgetExperiment experiment;
  private final List<MeasuredRun<BudgetExperiment.Key>> runs;

  public BudgetSummary(BudgetExperiment experiment, List<MeasuredRun<BudgetExperiment.Key>> runs) {
    this.experiment = experiment;
    this.runs = List.copyOf(runs);
  }

  public BudgetExperiment experiment() {
    return experiment;
  }

  public List<MeasuredRun<BudgetExperiment.Key>> runs() {
    return runs;
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
    double[] before = values(scenario, baseline, metric);
    double[] after = values(scenario, strategy, metric);
    return Sample.of(
        IntStream.range(0, before.length)
            .mapToDouble(seed -> before[seed] / after[seed])
            .toArray());
  }

  /**
   * The number of failed runs: a job could not be placed, so that ratios would compare different
   * jobs, or a constrained strategy missed the deadline or exceeded the budget.
   */
  public long failures() {
    return runs.stream().filter(BudgetSummary::hasFailed).count();
  }

  private static boolean hasFailed(MeasuredRun<BudgetExperiment.Key> run) {
    boolean violatesConstraint =
        run.value(BudgetMetrics.LATE_JOBS) > 0
            || run.value(BudgetMetrics.COST) > run.value(BudgetMetrics.BUDGET);
    return run.value(BudgetMetrics.UNPLACED_JOBS) > 0
        || (run.key().strategy().isConstrained() && violatesConstraint);
  }

  /** The values in the order of the seeds. */
  private double[] values(BudgetScenario scenario, BudgetStrategy strategy, String metric) {
    return runs.stream()
        .filter(run -> run.key().strategy() == strategy)
        .filter(run -> run.key().scenario().equals(scenario))
        .mapToDouble(run -> run.value(metric))
        .toArray();
  }

  /** A CSV line for each scenario, strategy and metric. */
  public String csv() {
    StringBuilder text =
        new StringBuilder("scenario,strategy,metric,seeds,mean,standard_deviation\n");
    for (BudgetScenario scenario : BudgetExperiment.scenarios()) {
      for (BudgetStrategy strategy : BudgetStrategy.values()) {
        for (String metric : BudgetMetrics.all()) {
          Sample sample = of(scenario, strategy, metric);
          text.append(
              String.format(
                  Locale.ROOT,
                  "%s,%s,%s,%d,%.6f,%.6f\n",
                  scenario.id(),
                  strategy.id(),
                  metric,
                  sample.size(),
                  sample.mean(),
                  sample.standardDeviation()));
        }
      }
    }
    return text.toString();
  }
}

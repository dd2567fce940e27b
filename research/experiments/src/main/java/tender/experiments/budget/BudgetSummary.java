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

  Sample of(BudgetScenario scenario, BudgetStrategy strategy, String measure) {
    return Sample.of(values(scenario, strategy, measure));
  }

  /**
   * How many times a strategy's measure a baseline's is: the paper's cost factor if it is the cost,
   * and its speed-up if it is a time.
   */
  Sample factor(BudgetScenario scenario, BudgetStrategy baseline, BudgetStrategy strategy, String measure) {
    double[] before = values(scenario, baseline, measure);
    double[] after = values(scenario, strategy, measure);
    return Sample.of(
        IntStream.range(0, before.length)
            .mapToDouble(seed -> before[seed] / after[seed])
            .toArray());
  }

  /**
   * Runs whose ratios would not be of the same jobs, or that broke their word: a job was left, or
   * one with deadline and budget was late or they cost more than it.
   */
  public long failures() {
    return runs.stream().filter(BudgetSummary::hasFailed).count();
  }

  private static boolean hasFailed(MeasuredRun<BudgetExperiment.Key> run) {
    boolean isBroken =
        run.value(BudgetMetrics.LATE_JOBS) > 0
            || run.value(BudgetMetrics.COST) > run.value(BudgetMetrics.BUDGET);
    return run.value(BudgetMetrics.UNPLACED_JOBS) > 0
        || (run.key().strategy().isConstrained() && isBroken);
  }

  /** In the order of the seeds. */
  private double[] values(BudgetScenario scenario, BudgetStrategy strategy, String measure) {
    return runs.stream()
        .filter(run -> run.key().strategy() == strategy)
        .filter(run -> run.key().scenario().equals(scenario))
        .mapToDouble(run -> run.value(measure))
        .toArray();
  }

  /** Of each setting, strategy and measure a line of comma-separated values. */
  public String csv() {
    StringBuilder text =
        new StringBuilder("scenario,strategy,metric,seeds,mean,standard_deviation\n");
    for (BudgetScenario scenario : BudgetExperiment.scenarios()) {
      for (BudgetStrategy strategy : BudgetStrategy.values()) {
        for (String measure : BudgetMetrics.all()) {
          Sample sample = of(scenario, strategy, measure);
          text.append(
              String.format(
                  Locale.ROOT,
                  "%s,%s,%s,%d,%.6f,%.6f\n",
                  scenario.id(),
                  strategy.id(),
                  measure,
                  sample.size(),
                  sample.mean(),
                  sample.standardDeviation()));
        }
      }
    }
    return text.toString();
  }
}

package tender.experiments.budget;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tender.core.budget.BudgetBounds;
import tender.core.model.Time;
import tender.experiments.statistics.Sample;

/** The experiment's tables as rows of cells; the first row is the heading. */
final class BudgetTables {
  private static final int FIRST_SEED = 1;

  private BudgetTables() {}

  /** Table 2, with the bounds on its deadlines and on our budgets. */
  static List<List<String>> inputs() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "input",
            "local jobs",
            "grid jobs",
            "load, MI",
            "deadline, s",
            "T_min, s",
            "T_max, s",
            "D_factor",
            "C_min, G$",
            "C_max, G$",
            "budget, G$"));
    for (BudgetScenario scenario : BudgetExperiment.standard()) {
      BudgetInput input = scenario.input();
      BudgetInstance instance = BudgetInstance.draw(scenario, FIRST_SEED);
      BudgetBounds bounds = instance.bounds();
      rows.add(
          List.of(
              input.name(),
              Integer.toString(input.localJobs()),
              Integer.toString(input.gridJobs()),
              number("%.2f", input.load()),
              Integer.toString(input.deadlineSeconds()),
              number("%.1f", bounds.minMillis() / (double) Time.SECOND_MILLIS),
              number("%.1f", bounds.maxMillis() / (double) Time.SECOND_MILLIS),
              number("%.3f", bounds.factor(instance.constraint().deadlineMillis())),
              number("%,.0f", bounds.minCost().millicredits() / 1_000.0),
              number("%,.0f", bounds.maxCost().millicredits() / 1_000.0),
              number("%,.0f", instance.constraint().budget().millicredits() / 1_000.0)));
    }
    return rows;
  }

  /** The metrics of every strategy in these scenarios, and the factors over explicit allocation. */
  static List<List<String>> results(BudgetSummary summary, List<BudgetScenario> scenarios) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "input",
            "strategy",
            "execution time, s",
            "last end, s",
            "cost, G$",
            "cost factor",
            "speed-up",
            "speed-up to the last end"));
    for (BudgetScenario scenario : scenarios) {
      for (BudgetStrategy strategy : BudgetStrategy.values()) {
        rows.add(
            List.of(
                scenario.input().name(),
                strategy.id(),
                spread(summary.of(scenario, strategy, BudgetMetrics.EXECUTION_SECONDS), "%.1f"),
                spread(summary.of(scenario, strategy, BudgetMetrics.COMPLETION_SECONDS), "%.1f"),
                spread(summary.of(scenario, strategy, BudgetMetrics.COST), "%,.0f"),
                factor(summary, scenario, strategy, BudgetMetrics.COST),
                factor(summary, scenario, strategy, BudgetMetrics.EXECUTION_SECONDS),
                factor(summary, scenario, strategy, BudgetMetrics.COMPLETION_SECONDS)));
      }
    }
    return rows;
  }

  private static String factor(
      BudgetSummary summary, BudgetScenario scenario, BudgetStrategy strategy, String metric) {
    return spread(summary.factor(scenario, BudgetStrategy.EXPLICIT, strategy, metric), "%.2f");
  }

  /** Mean and standard deviation. */
  private static String spread(Sample sample, String format) {
    return number(format, sample.mean()) + " ± " + number(format, sample.standardDeviation());
  }

  private static String number(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }
}

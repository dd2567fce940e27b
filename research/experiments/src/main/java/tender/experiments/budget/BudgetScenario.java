package tender.experiments.budget;

import java.util.Locale;

/**
 * One setting of the experiment.
 *
 * @param deviationPercent job lengths are drawn evenly from so much below their average to so much
 *     above it
 * @param budgetFactor the paper's B_factor
 * @param localAtHome whether a local job holds a processor of one resource, drawn, and grid jobs
 *     alone are scheduled; else all are, those of local users first
 */
record BudgetScenario(BudgetInput input, int deviationPercent, double budgetFactor, boolean localJobsPinned) {
  private static final int STANDARD_DEVIATION_PERCENT = 10;
  private static final double STANDARD_BUDGET_FACTOR = 0.5;

  static BudgetScenario of(BudgetInput input) {
    return new BudgetScenario(input, STANDARD_DEVIATION_PERCENT, STANDARD_BUDGET_FACTOR, false);
  }

  BudgetScenario withDeviation(int percent) {
    return new BudgetScenario(input, percent, budgetFactor, localJobsPinned);
  }

  BudgetScenario withBudgetFactor(double factor) {
    return new BudgetScenario(input, deviationPercent, factor, localJobsPinned);
  }

  BudgetScenario withLocalJobsPinned() {
    return new BudgetScenario(input, deviationPercent, budgetFactor, true);
  }

  /** What it is called in files. */
  String id() {
    return String.format(
        Locale.ROOT,
        "input-%s-deviation-%d-budget-%.2f%s",
        input.name(),
        deviationPercent,
        budgetFactor,
        localJobsPinned ? "-local-at-home" : "");
  }
}

package tender.experiments.budget;

import java.util.Locale;

/**
 * One scenario of the budget experiment.
 *
 * @param deviationPercent job lengths are uniform within this percentage of their average
 * @param budgetFactor the paper's B_factor
 * @param localJobsPinned whether each local job holds a random processor and only grid jobs are
 *     scheduled; otherwise all jobs are scheduled, local ones first
 */
record BudgetScenario(
    BudgetInput input, int deviationPercent, double budgetFactor, boolean localJobsPinned) {
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

  /** The identifier in result files. */
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

package tender.experiments.budget;

import java.util.Locale;

/**
 * One scenario of the budget experiment.
 *
 * @param deviationPercent job lengths are uniform within this percentage of their average
 * @param budgetFactor the paper's B_factor
 */
record BudgetScenario(
    BudgetInput input,
    int deviationPercent,
    double budgetFactor,
    LocalJobs localJobs,
    ResourcePower power) {
  private static final int STANDARD_DEVIATION_PERCENT = 10;

  /**
   * Table 2 states deadlines and no budgets, so the budget must not limit: "a B_factor close to 1
   * signifies the user's willingness to spend as much money as required".
   */
  static final double STANDARD_BUDGET_FACTOR = 1;

  static BudgetScenario of(BudgetInput input) {
    return new BudgetScenario(
        input,
        STANDARD_DEVIATION_PERCENT,
        STANDARD_BUDGET_FACTOR,
        LocalJobs.SCHEDULED,
        ResourcePower.ALL_ELEMENTS);
  }

  BudgetScenario withDeviation(int percent) {
    return new BudgetScenario(input, percent, budgetFactor, localJobs, power);
  }

  BudgetScenario withBudgetFactor(double factor) {
    return new BudgetScenario(input, deviationPercent, factor, localJobs, power);
  }

  BudgetScenario withLocalJobs(LocalJobs other) {
    return new BudgetScenario(input, deviationPercent, budgetFactor, other, power);
  }

  BudgetScenario withPower(ResourcePower other) {
    return new BudgetScenario(input, deviationPercent, budgetFactor, localJobs, other);
  }

  /** The identifier in result files. */
  String id() {
    return String.format(
        Locale.ROOT,
        "input-%s-deviation-%d-budget-%.2f%s%s",
        input.name(),
        deviationPercent,
        budgetFactor,
        localJobs.suffix(),
        power.suffix());
  }
}

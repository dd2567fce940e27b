package tender.experiments.budget;

import java.util.List;

/**
 * A row of the paper's Table 2 with its results in Tables 4 and 5.
 *
 * @param load of all jobs together, in MI
 * @param paperSeconds execution time with optimisation
 * @param paperExplicitSeconds execution time without optimisation
 * @param paperCost processing cost with optimisation, in G$
 */
record BudgetInput(
    String name,
    int localJobs,
    int gridJobs,
    int deadlineSeconds,
    double load,
    double paperSeconds,
    double paperExplicitSeconds,
    double paperCost) {
  static final List<BudgetInput> TABLE_2 =
      List.of(
          new BudgetInput("1", 4, 3, 19, 1074.37, 58.06, 66.71, 33476.49),
          new BudgetInput("2", 5, 3, 30, 1718.49, 70.79, 71.79, 24224.34),
          new BudgetInput("3", 6, 3, 30, 1951.69, 79.60, 85.92, 10562.93),
          new BudgetInput("4", 7, 4, 27, 2333.46, 96.48, 98.48, 14518.65),
          new BudgetInput("5", 7, 5, 30, 2044.11, 89.32, 94.15, 27384.72));

  /** Input 3 with the load that Tables 3 to 5 give. */
  static final BudgetInput THIRD_OF_TABLE_5 =
      new BudgetInput("3b", 6, 3, 30, 1873.78, 79.60, 85.92, 10562.93);

  int jobs() {
    return localJobs + gridJobs;
  }
}

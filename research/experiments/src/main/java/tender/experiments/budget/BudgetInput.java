package tender.experiments.budget;

import java.util.List;

/**
 * A row of the paper's Table 2.
 *
 * @param load of all jobs together, in MI
 */
record BudgetInput(String name, int localJobs, int gridJobs, int deadlineSeconds, double load) {
  static final List<BudgetInput> TABLE_2 =
      List.of(
          new BudgetInput("1", 4, 3, 19, 1074.37),
          new BudgetInput("2", 5, 3, 30, 1718.49),
          new BudgetInput("3", 6, 3, 30, 1951.69),
          new BudgetInput("4", 7, 4, 27, 2333.46),
          new BudgetInput("5", 7, 5, 30, 2044.11));

  /** Input 3 as given in Tables 3 to 5. */
  static final BudgetInput THIRD_OF_TABLE_5 = new BudgetInput("3b", 6, 3, 30, 1873.78);

  int jobs() {
    return localJobs + gridJobs;
  }
}

package tender.experiments.budget;

import java.util.List;

/**
 * A line of the paper's Table 2.
 *
 * @param load all jobs together, in MI
 */
record Input(String name, int localJobs, int gridJobs, int deadlineSeconds, double load) {
  static final List<Input> TABLE_2 =
      List.of(
          new Input("1", 4, 3, 19, 1074.37),
          new Input("2", 5, 3, 30, 1718.49),
          new Input("3", 6, 3, 30, 1951.69),
          new Input("4", 7, 4, 27, 2333.46),
          new Input("5", 7, 5, 30, 2044.11));

  /** Input 3 as Tables 3 to 5 have it. */
  static final Input THIRD_OF_TABLE_5 = new Input("3b", 6, 3, 30, 1873.78);

  int jobs() {
    return localJobs + gridJobs;
  }
}

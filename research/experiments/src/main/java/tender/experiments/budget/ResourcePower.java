package tender.experiments.budget;

/** How fast a resource of the paper's Table 1 runs a job. */
enum ResourcePower {
  /**
   * On all of its processing elements, one job at a time: "the processing power of the resource
   * depends on the number of PEs and the processing power of each PE". The paper's Table 5 needs
   * this: four of its five inputs do more work per second of execution time than any one element.
   */
  ALL_ELEMENTS("", "a job on all elements"),
  /** On one element: the jobs are "uniprocessor" tasks. */
  ONE_ELEMENT("-one-element", "a job on one element");

  private final String suffix;
  private final String title;

  ResourcePower(String suffix, String title) {
    this.suffix = suffix;
    this.title = title;
  }

  String title() {
    return title;
  }

  /** The end of a scenario's identifier in result files. */
  String suffix() {
    return suffix;
  }
}

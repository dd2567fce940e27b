package tender.experiments.budget;

/** What the local jobs of an input do, of which the paper says several things. */
enum LocalJobs {
  /**
   * "Grid and local jobs are submitted to the scheduler adviser": all are scheduled, local first.
   */
  SCHEDULED(""),
  /** Each holds a random processor from the start; only grid jobs are scheduled. */
  PINNED("-local-pinned"),
  /**
   * Each arrives at a random resource before the deadline and preempts a grid job if it must; only
   * grid jobs are scheduled: "when a local user demand for a resource already in use by a grid
   * user, the grid user job gets preempted".
   */
  PREEMPTING("-local-preempting");

  private final String suffix;

  LocalJobs(String suffix) {
    this.suffix = suffix;
  }

  /** The end of a scenario's identifier in result files. */
  String suffix() {
    return suffix;
  }
}

package tender.workload.lublin;

/** How the model keeps time between arrivals. */
public enum ClockRule {
  /** As a fraction, so that the clock and the daily cycle stay together. The one to use. */
  EXACT,
  /**
   * In whole seconds, the rest being dropped at every arrival, as in the authors' program. The
   * clock falls behind the daily cycle by half a second for each job, and in long workloads the
   * cycle washes out. For comparison with workloads made by that program.
   */
  TRUNCATED
}

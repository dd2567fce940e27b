package tender.workload.lublin;

/** How the model keeps time between arrivals. */
public enum ClockRule {
  /**
   * Keeps fractions of a second, so that the clock stays in step with the daily cycle. Use this
   * one.
   */
  EXACT,
  /**
   * Truncates the clock to whole seconds at every arrival, as the authors' program does. The clock
   * falls behind the daily cycle by half a second for each job, so the cycle fades in long
   * workloads. Only for comparison with workloads of that program.
   */
  TRUNCATED
}

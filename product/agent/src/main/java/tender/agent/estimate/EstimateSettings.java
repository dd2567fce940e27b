package tender.agent.estimate;

/**
 * How the agent makes its own estimates.
 *
 * @param profilerMillis time limit of a profiler, including its time in the queue; 0: profilers are
 *     not run
 * @param marginPermille factor in thousandths applied to measured times, for sampling errors and
 *     for the start of a task
 * @param overrunPermille when a task is killed, in thousandths of its user's estimate; no estimate
 *     is longer
 */
public record EstimateSettings(long profilerMillis, int marginPermille, int overrunPermille) {
  private static final int THOUSAND = 1_000;

  /** Whether the agent runs profilers. */
  public boolean runsProfilers() {
    return profilerMillis > 0;
  }

  /** The estimate to plan with, from a measured time and the user's estimate. */
  long plannedMillis(long foundMillis, long usersMillis) {
    return Math.clamp(
        Math.ceilDiv(foundMillis * marginPermille, THOUSAND),
        1,
        Math.ceilDiv(usersMillis * overrunPermille, THOUSAND));
  }
}

package tender.agent.estimate;

import java.util.OptionalInt;

/**
 * How the agent makes its own estimates.
 *
 * @param profilerMillis time limit of a profiler, including its time in the queue; 0: profilers are
 *     not run
 * @param marginPermille factor in thousandths applied to measured times, for sampling errors and
 *     for the start of a task
 * @param overrunPermille when a task is killed, in thousandths of its user's estimate; no estimate
 *     is longer
 * @param speedPermille of the processors, in thousandths of the reference processor for which users
 *     state run times; empty: it is learned from a benchmark
 */
public record EstimateSettings(
    long profilerMillis, int marginPermille, int overrunPermille, OptionalInt speedPermille) {
  private static final int THOUSAND = 1_000;

  /** Whether the agent runs profilers. */
  public boolean runsProfilers() {
    return profilerMillis > 0;
  }

  /** The estimate to plan with, from a measured time and the basis of the task's time limit. */
  long plannedMillis(long foundMillis, long limitBasisMillis) {
    return Math.clamp(
        Math.ceilDiv(foundMillis * marginPermille, THOUSAND),
        1,
        Math.ceilDiv(limitBasisMillis * overrunPermille, THOUSAND));
  }
}

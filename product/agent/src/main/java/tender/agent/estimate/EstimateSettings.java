package tender.agent.estimate;

/**
 * How a site comes to estimates of its own.
 *
 * @param profilerMillis how long a profiler may take, its time in the queue included; 0: none is
 *     run
 * @param marginPermille what is found out counts so many thousandths, for what a sample misses and
 *     for what it costs to start a task
 * @param overrunPermille at so many thousandths of what its user says a task is killed, and no
 *     estimate needs to be longer
 */
public record EstimateSettings(long profilerMillis, int marginPermille, int overrunPermille) {
  private static final int THOUSAND = 1_000;

  /** Whether profilers are run here. */
  public boolean runsProfilers() {
    return profilerMillis > 0;
  }

  /** What plans reckon with if so much was found out of a task of which its user says so much. */
  long plannedMillis(long foundMillis, long usersMillis) {
    return Math.clamp(
        Math.ceilDiv(foundMillis * marginPermille, THOUSAND),
        1,
        Math.ceilDiv(usersMillis * overrunPermille, THOUSAND));
  }
}

package tender.core.model;

import tender.core.check.ValueChecks;

/**
 * A running job, which keeps its processors until it ends.
 *
 * @param expectedEndMillis by its estimate; the job may really end earlier or later. {@link
 *     Time#NEVER} if the batch system sets no time limit
 */
public record RunningJob(JobId id, int processors, long startedMillis, long expectedEndMillis) {
  public RunningJob {
    ValueChecks.positive(processors, "The number of processors of running job " + id);
    Time.requireInstant(startedMillis, "of the start of job " + id);
    Time.requireInstantOrNever(expectedEndMillis, "of the expected end of job " + id);
  }

  /**
   * Until when a planner must treat its processors as occupied. A job that exceeds its estimate
   * occupies them for one more millisecond, that is, until the next observation.
   */
  public long occupiedUntilMillis(long nowMillis) {
    return Math.max(expectedEndMillis, nowMillis + 1);
  }
}

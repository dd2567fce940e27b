package tender.core.model;

/**
 * Something that runs and therefore stays where it is until it ends.
 *
 * @param expectedEndMillis by its estimate; the truth may be earlier, or later. {@link Time#NEVER}
 *     where the batch system sets it no limit
 */
public record RunningJob(JobId id, int processors, long startedMillis, long expectedEndMillis) {
  public RunningJob {
    ValueChecks.positive(processors, "The number of processors of running job " + id);
    Time.requireInstant(startedMillis, "of the start of job " + id);
    Time.requireInstantOrNever(expectedEndMillis, "of the expected end of job " + id);
  }

  /**
   * Until when a planner must count on it. A job that has outlived its estimate is still there: it
   * holds its processors for one more millisecond, that is, until somebody looks again.
   */
  public long occupiedUntilMillis(long nowMillis) {
    return Math.max(expectedEndMillis, nowMillis + 1);
  }
}

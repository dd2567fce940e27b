package tender.simulator.cluster;

import java.util.List;
import tender.core.model.Time;
import tender.workload.trace.TraceJob;

/**
 * The usual quality measures of a schedule. All jobs count, including those of the first and last
 * days.
 *
 * @param meanWaitMillis from submission to start
 * @param meanBoundedSlowdown of {@code max(1, (wait + run) / max(run, 10 s))}: without the bound,
 *     very short jobs would dominate the mean
 * @param utilisation busy processors, as a share of all, from the first submission to the last end
 * @param makespanMillis from the first submission to the last end
 */
public record ScheduleMeasures(
    int jobs,
    double meanWaitMillis,
    double meanBoundedSlowdown,
    double utilisation,
    long makespanMillis) {
  /** Shorter jobs count as this long in the bounded slowdown. */
  public static final long SLOWDOWN_BOUND_MILLIS = 10 * Time.SECOND_MILLIS;

  /** The measures of a complete schedule; all are 0 if it is empty. */
  public static ScheduleMeasures of(ClusterSchedule schedule) {
    List<TraceJob> jobs = schedule.jobs();
    if (jobs.isEmpty()) {
      return new ScheduleMeasures(0, 0, 0, 0, 0);
    }
    double waitMillis = 0;
    double slowdown = 0;
    double busyMillis = 0;
    long lastEndMillis = Long.MIN_VALUE;
    for (int index = 0; index < jobs.size(); index++) {
      TraceJob job = jobs.get(index);
      waitMillis += schedule.waitMillis(index);
      slowdown += boundedSlowdown(schedule.waitMillis(index), job.runMillis());
      busyMillis += (double) job.runMillis() * job.processors();
      lastEndMillis = Math.max(lastEndMillis, schedule.endMillis(index));
    }
    long makespanMillis = lastEndMillis - jobs.getFirst().submitMillis();
    return new ScheduleMeasures(
        jobs.size(),
        waitMillis / jobs.size(),
        slowdown / jobs.size(),
        busyMillis / ((double) makespanMillis * schedule.processors()),
        makespanMillis);
  }

  private static double boundedSlowdown(long waitMillis, long runMillis) {
    double bounded = Math.max(runMillis, SLOWDOWN_BOUND_MILLIS);
    return Math.max(1, (waitMillis + runMillis) / bounded);
  }
}

package tender.experiments.definition;

import tender.workload.trace.JobFilter;
import tender.workload.trace.LoadMeasure;
import tender.workload.trace.LoadScaling;

/**
 * Which jobs of a trace are used, and how many: as many as make the load.
 *
 * @param trace the name of the log, without the ending of its file
 * @param firstDay from which day of the log on
 */
public record TraceSpec(String trace, int firstDay, double load, JobFilter filter) {
  private static final long DAY_SECONDS = 24 * 60 * 60;

  /** How the jobs for a machine are chosen and moved into so many days. */
  public LoadScaling scaling(int processors, int days, LoadMeasure measure) {
    return LoadScaling.days(processors, days, load)
        .measuredBy(measure)
        .filteredBy(filter)
        .startingAt(firstDay * DAY_SECONDS);
  }
}

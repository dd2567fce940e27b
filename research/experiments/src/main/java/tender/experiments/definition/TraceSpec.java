package tender.experiments.definition;

import tender.workload.trace.JobFilter;
import tender.workload.trace.LoadMeasure;
import tender.workload.trace.LoadScaling;

/**
 * Selects jobs of a trace: those that pass the filter, from the first day on, as many as are needed
 * to reach the load.
 *
 * @param trace name of the trace file without its extension
 * @param firstDay the day of the trace to start from
 */
public record TraceSpec(String trace, int firstDay, double load, JobFilter filter) {
  private static final long DAY_SECONDS = 24 * 60 * 60;

  /** How jobs are selected for a machine and scaled to this number of days. */
  public LoadScaling scaling(int processors, int days, LoadMeasure measure) {
    return LoadScaling.days(processors, days, load)
        .measuredBy(measure)
        .filteredBy(filter)
        .startingAt(firstDay * DAY_SECONDS);
  }
}

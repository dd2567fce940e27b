package tender.experiments.definition;

import tender.workload.trace.JobFilter;

/**
 * Selects jobs of a trace: those of a window that pass the filter, as many as are needed to reach
 * the load.
 *
 * @param trace name of the trace file without its extension
 */
public record TraceSpec(String trace, WindowRule window, double load, JobFilter filter) {
  TraceSpec withLoad(double otherLoad) {
    return new TraceSpec(trace, window, otherLoad, filter);
  }

  /** The same, but each seed draws one of all matching windows; a fixed window stays the same. */
  TraceSpec withDrawnWindow() {
    return window instanceof WindowRule.Matched(int jobs, double matchedLoad, boolean _)
        ? new TraceSpec(trace, new WindowRule.Matched(jobs, matchedLoad, true), load, filter)
        : this;
  }
}

package tender.experiments.offers;

import tender.workload.trace.ScaledTrace;
import tender.workload.trace.TraceJob;

/**
 * A window of a trace.
 *
 * @param firstDay the day of the trace on which it starts
 * @param selected its jobs after they were adapted to the load
 */
public record CandidateWindow(int firstDay, ScaledTrace selected) {
  int jobs() {
    return selected.jobs().size();
  }

  /** The processors of the widest job. */
  int widest() {
    return selected.jobs().stream().mapToInt(TraceJob::processors).max().orElse(0);
  }
}

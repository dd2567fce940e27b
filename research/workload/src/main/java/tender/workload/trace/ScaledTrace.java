package tender.workload.trace;

import java.util.List;

/**
 * What {@link LoadScaling} made of a trace.
 *
 * @param jobs in order of submission, the first at 0, all within the interval
 * @param load what they amount to, by the measure that was asked for; less than the target if the
 *     trace has too few jobs
 * @param spanSeconds from the first to the last submission, in the trace itself
 * @param arrivalFactor what the gaps between arrivals were multiplied by: below 1 is compressed
 */
public record ScaledTrace(
    List<TraceJob> jobs, double load, long spanSeconds, double arrivalFactor) {
  public ScaledTrace {
    jobs = List.copyOf(jobs);
  }
}

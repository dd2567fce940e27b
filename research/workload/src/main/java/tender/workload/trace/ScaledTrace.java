package tender.workload.trace;

import java.util.List;

/**
 * The result of {@link LoadScaling}.
 *
 * @param jobs in order of submission, the first at 0, all within the interval
 * @param load the actual load by the requested measure; below the target if the trace has too few
 *     jobs
 * @param spanSeconds from the first to the last submission in the original trace
 * @param arrivalFactor factor on the gaps between arrivals; below 1 the trace is compressed
 */
public record ScaledTrace(
    List<TraceJob> jobs, double load, long spanSeconds, double arrivalFactor) {
  public ScaledTrace {
    jobs = List.copyOf(jobs);
  }
}

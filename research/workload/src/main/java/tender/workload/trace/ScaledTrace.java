package tender.workload.trace;

import java.util.List;

/**
 * The result of {@link LoadScaling} or {@link LoadThinning}.
 *
 * @param jobs in order of submission, all within the interval
 * @param load the actual load by the requested measure; below the target if the trace has too few
 *     jobs
 * @param spanSeconds length of the part of the original trace that the jobs are from
 * @param arrivalFactor factor on the gaps between arrivals; below 1 the trace is compressed
 */
public record ScaledTrace(
    List<TraceJob> jobs, double load, long spanSeconds, double arrivalFactor) {
  public ScaledTrace {
    jobs = List.copyOf(jobs);
  }
}

package tender.workload.trace;

import java.util.List;
import tender.workload.swf.SwfFindings;
import tender.workload.swf.SwfHeader;

/**
 * The jobs of a trace in order of submission, and a report of how they were cleaned.
 *
 * @param header with the acknowledgements and the terms of use
 * @param findings lines that could not be parsed
 * @param report rows that were skipped or corrected
 */
public record CleanTrace(
    SwfHeader header, SwfFindings findings, CleaningReport report, List<TraceJob> jobs) {
  public CleanTrace {
    jobs = List.copyOf(jobs);
  }
}

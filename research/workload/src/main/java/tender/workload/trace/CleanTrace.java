package tender.workload.trace;

import java.util.List;
import tender.workload.swf.SwfFindings;
import tender.workload.swf.SwfHeader;

/**
 * The jobs of a log in order of submission, and what was done to get them.
 *
 * @param header with the people to be thanked and the terms to be kept
 * @param findings rows that could not even be read
 * @param report rows that were read, and are no jobs or were mended
 */
public record CleanTrace(
    SwfHeader header, SwfFindings findings, CleaningReport report, List<TraceJob> jobs) {
  public CleanTrace {
    jobs = List.copyOf(jobs);
  }
}

package tender.workload.trace;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * What cleaning did to the rows of a trace.
 *
 * @param rows number of rows
 * @param skipped number of skipped rows by reason; reasons that did not occur are absent
 * @param processorsFromAllocation jobs whose requested processors were unknown
 * @param estimatesFromRunTime jobs without a user's estimate
 * @param cutAtEstimate jobs whose run time was longer than their estimate
 * @param outOfOrder rows submitted earlier than a job above them
 */
public record CleaningReport(
    int rows,
    Map<SkipReason, Integer> skipped,
    int processorsFromAllocation,
    int estimatesFromRunTime,
    int cutAtEstimate,
    int outOfOrder) {
  public CleaningReport {
    var ordered = new EnumMap<SkipReason, Integer>(SkipReason.class);
    ordered.putAll(skipped);
    skipped = Collections.unmodifiableMap(ordered);
  }

  public int skipped(SkipReason reason) {
    return skipped.getOrDefault(reason, 0);
  }

  public int skippedInAll() {
    return skipped.values().stream().mapToInt(Integer::intValue).sum();
  }
}

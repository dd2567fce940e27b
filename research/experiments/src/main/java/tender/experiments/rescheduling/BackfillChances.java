package tender.experiments.rescheduling;

import java.util.List;
import tender.workload.trace.TraceJob;

/**
 * How many jobs would fit into the pieces of time that early ends leave, whenever they come (the
 * paper's Figures 8 to 10). A job that takes {@code r} and was thought to take {@code o} percent
 * longer leaves {@code r·o/100}; another fits if its own estimate is no longer.
 */
public final class BackfillChances {
  private BackfillChances() {}

  /** The part of all pairs of a fragment and a job in which the job fits, in percent. */
  public static double chancesPercent(List<TraceJob> jobs, int overPercent) {
    long[] runs = jobs.stream().mapToLong(TraceJob::runSeconds).sorted().toArray();
    double factor = overPercent / (100.0 + overPercent);
    long fits = 0;
    int shorter = 0;
    for (long run : runs) {
      while (shorter < runs.length && runs[shorter] <= run * factor) {
        shorter++;
      }
      fits += shorter;
    }
    return 100.0 * fits / ((double) runs.length * runs.length);
  }
}

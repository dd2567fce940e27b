package tender.experiments.rescheduling;

import java.util.List;
import tender.workload.trace.TraceJob;

/**
 * The chance that a job fits into the fragment of time that another job leaves by ending early,
 * regardless of when both run (the paper's Figures 8 to 10). A job that runs for {@code r} and was
 * overestimated by {@code o} percent leaves {@code r·o/100}; another job fits if its own estimate
 * is no longer.
 */
public final class BackfillChances {
  private BackfillChances() {}

  /** Pairs of a fragment and a job in which the job fits, in percent of all pairs. */
  public static double chancesPercent(List<TraceJob> jobs, int overestimationPercent) {
    long[] runs = jobs.stream().mapToLong(TraceJob::runSeconds).sorted().toArray();
    double factor = overestimationPercent / (100.0 + overestimationPercent);
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

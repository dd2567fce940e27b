package tender.workload.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Scales a trace to a target load in an interval of fixed length by changing the gaps between
 * arrivals; {@link LoadThinning} keeps arrivals and changes the number of jobs.
 *
 * <p>Shmueli and Feitelson ("Backfilling with lookahead to optimize the packing of parallel jobs",
 * 2005) multiply all arrival times by a constant, so that a heavier load is a shorter experiment.
 * Netto and Buyya fix the interval instead; in their paper on rescheduling they state that they
 * include jobs of the same trace which would be outside the interval. We interpret that as:
 *
 * <ol>
 *   <li>From the start time of the trace on, take the jobs that pass the filter.
 *   <li>Of these keep the first N, with N such that the load is closest to the target: the work of
 *       the N jobs, divided by the machine's capacity in the interval.
 *   <li>Multiply the gaps between their arrivals by one factor, so that the N jobs fill the
 *       interval: the first arrives at 0, the last one mean gap before the end. A trace with too
 *       low a load is compressed, which includes jobs from outside the interval; one with too high
 *       a load is stretched.
 * </ol>
 *
 * <p>So jobs keep their order, their shape and their relative gaps, but the factor changes the
 * length of the daily cycle. All work of a job that arrives in the interval counts, including work
 * after the end of the interval. Run times are not truncated.
 *
 * @param startSeconds on the clock of the trace; the first job taken is the first one submitted at
 *     or after this time
 */
public record LoadScaling(
    int machineProcessors,
    long intervalSeconds,
    double targetLoad,
    LoadMeasure measure,
    Predicate<TraceJob> filter,
    long startSeconds) {
  private static final long DAY_SECONDS = 24 * 60 * 60;

  public LoadScaling {
    if (machineProcessors < 1 || intervalSeconds < 1) {
      throw new IllegalArgumentException(
          "The machine has "
              + machineProcessors
              + " processors and the interval is "
              + intervalSeconds
              + " s. Both must be at least 1.");
    }
    if (!(targetLoad > 0 && targetLoad < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "The target load is "
              + targetLoad
              + ". It must be above 0, such as 0.5 for half of the capacity.");
    }
  }

  /** All jobs from the start of the trace, with load by actual run times. */
  public static LoadScaling days(int machineProcessors, int days, double targetLoad) {
    return new LoadScaling(
        machineProcessors, days * DAY_SECONDS, targetLoad, LoadMeasure.RUN_TIME, JobFilter.ALL, 0);
  }

  public LoadScaling measuredBy(LoadMeasure otherMeasure) {
    return new LoadScaling(
        machineProcessors, intervalSeconds, targetLoad, otherMeasure, filter, startSeconds);
  }

  public LoadScaling filteredBy(Predicate<TraceJob> otherFilter) {
    return new LoadScaling(
        machineProcessors, intervalSeconds, targetLoad, measure, otherFilter, startSeconds);
  }

  public LoadScaling startingAt(long otherStartSeconds) {
    return new LoadScaling(
        machineProcessors, intervalSeconds, targetLoad, measure, filter, otherStartSeconds);
  }

  /**
   * The jobs that reach the load, or all jobs if the trace has too few.
   *
   * @param trace in order of submission
   * @throws IllegalArgumentException if it is in another order
   */
  public ScaledTrace scale(List<TraceJob> trace) {
    List<TraceJob> chosen = choose(trace);
    if (chosen.isEmpty()) {
      return new ScaledTrace(List.of(), 0, 0, 1);
    }
    long firstSeconds = chosen.getFirst().submitSeconds();
    long spanSeconds = chosen.getLast().submitSeconds() - firstSeconds;
    double lastSeconds = (double) intervalSeconds * (chosen.size() - 1) / chosen.size();
    double factor = spanSeconds == 0 ? 1 : lastSeconds / spanSeconds;
    var jobs = new ArrayList<TraceJob>(chosen.size());
    for (TraceJob job : chosen) {
      jobs.add(job.submittedAt((long) ((job.submitSeconds() - firstSeconds) * factor)));
    }
    double load = measure.load(jobs, machineProcessors, intervalSeconds);
    return new ScaledTrace(jobs, load, spanSeconds, factor);
  }

  private List<TraceJob> choose(List<TraceJob> trace) {
    var passing = new ArrayList<TraceJob>();
    long latestSeconds = Long.MIN_VALUE;
    for (TraceJob job : trace) {
      requireInOrder(job, latestSeconds);
      latestSeconds = job.submitSeconds();
      if (job.submitSeconds() >= startSeconds && filter.test(job)) {
        passing.add(job);
      }
    }
    return measure.firstJobs(passing, targetLoad * machineProcessors * intervalSeconds);
  }

  private static void requireInOrder(TraceJob job, long latestSeconds) {
    if (job.submitSeconds() < latestSeconds) {
      throw new IllegalArgumentException(
          ("Job %s is submitted at second %s, after one at second %s. Sort the jobs by"
                  + " submission first.")
              .formatted(job.number(), job.submitSeconds(), latestSeconds));
    }
  }
}

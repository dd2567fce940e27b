package tender.workload.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Makes a trace as heavy as an experiment wants it, in an interval of fixed length.
 *
 * <p>Shmueli and Feitelson ("Backfilling with lookahead to optimize the packing of parallel jobs",
 * 2005) multiply all arrival times by a constant, so that a heavier load is a shorter experiment.
 * Netto and Buyya fix the interval instead and modify the number of jobs ("Offer-based Scheduling
 * of Deadline-Constrained Bag-of-Tasks Applications"); in a later paper on rescheduling they say
 * that they bring in jobs of the same trace which would be out of the interval. We read that as:
 *
 * <ol>
 *   <li>Go to the start in the trace, and from there on take the jobs that the filter lets through.
 *   <li>Of these keep the first N, where N is what brings the load nearest to the target: the work
 *       of the N jobs, divided by what the machine can do in the interval.
 *   <li>Multiply the gaps between their arrivals by one factor, so that the N jobs fill the
 *       interval: the first arrives at 0, the last one mean gap before the end. A trace that is too
 *       light is compressed, which brings in jobs from beyond the interval; one that is too heavy
 *       is stretched.
 * </ol>
 *
 * <p>So jobs keep their order, their shape and their relative gaps; the daily cycle changes its
 * length with the factor. All work of a job counts that arrives in the interval, also what it does
 * after the end. Run times are cut at nothing.
 *
 * <p>By which measure the load was counted the first paper does not say, but its Table 2 does. With
 * real run times its loads take from two to fifteen times as many jobs as it lists. With {@link
 * LoadMeasure#ESTIMATE} and its limits on estimates the counts come near, and as many jobs of
 * CTC-SP2 as its first row has give a load of 0.496 for its 0.49, and the very same widest job. So
 * we take that for its measure; a machine whose jobs end early is emptier than the load says.
 *
 * @param startSeconds on the trace's own clock; the first job taken is the first submitted then or
 *     later
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
          "There is no load on "
              + machineProcessors
              + " processors in "
              + intervalSeconds
              + " s. Both must be at least 1.");
    }
    if (!(targetLoad > 0 && targetLoad < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "The target load is " + targetLoad + ", and must be above 0, such as 0.5 for one half.");
    }
  }

  /** All jobs from the start of the trace, by their real run times. */
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
   * The jobs that make the load, or all there are if the trace has too few.
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
    double target = targetLoad * machineProcessors * intervalSeconds;
    double work = 0;
    var chosen = new ArrayList<TraceJob>();
    long latestSeconds = Long.MIN_VALUE;
    for (TraceJob job : trace) {
      requireInOrder(job, latestSeconds);
      latestSeconds = job.submitSeconds();
      if (job.submitSeconds() < startSeconds || !filter.test(job)) {
        continue;
      }
      double more = work + measure.processorSeconds(job);
      // The job that crosses the target is taken if the load is nearer to it then.
      if (more > target && more - target > target - work && !chosen.isEmpty()) {
        break;
      }
      chosen.add(job);
      work = more;
      if (work >= target) {
        break;
      }
    }
    return chosen;
  }

  private static void requireInOrder(TraceJob job, long latestSeconds) {
    if (job.submitSeconds() < latestSeconds) {
      throw new IllegalArgumentException(
          "Job "
              + job.number()
              + " is submitted at second "
              + job.submitSeconds()
              + ", after one at second "
              + latestSeconds
              + ". Sort the jobs by submission first.");
    }
  }
}

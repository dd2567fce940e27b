package tender.workload.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tender.workload.random.SplitMix64;

/**
 * Thins a window of a trace to a target load. Netto and Buyya ("Offer-based Scheduling of
 * Deadline-Constrained Bag-of-Tasks Applications", section 5.1) fix the interval and modify only
 * the number of jobs. We interpret that as:
 *
 * <ol>
 *   <li>Take the jobs of a real window of the trace that pass the filter.
 *   <li>Keep a random part of them, as many jobs as bring the load closest to the target: the work
 *       of the jobs, divided by the machine's capacity in the window.
 * </ol>
 *
 * <p>So jobs keep their arrival times, bursts and daily cycle. A job's place in the random order
 * depends only on its number, so the jobs of a lower load are among those of a higher one. The
 * widest job is always kept: thinning must not change the range of widths, which the paper lists.
 *
 * <p>The paper does not state by which measure it counts load, but its Table 2 shows it. With
 * actual run times its loads need two to fifteen times as many jobs as the table lists. With {@link
 * LoadMeasure#ESTIMATE} and the limits on estimates the counts are close, and the number of CTC-SP2
 * jobs in its first row gives a load of 0.496 instead of 0.49, with the same widest job. So we
 * assume that measure. If jobs end before their estimates, the utilisation is lower than this load.
 */
public record LoadThinning(
    int machineProcessors,
    long intervalSeconds,
    double targetLoad,
    LoadMeasure measure,
    JobFilter filter) {
  /** Makes the order independent of other random numbers that are drawn from a job's number. */
  private static final long SALT = 0x7468696e6e696e67L;

  /**
   * The jobs of the window that starts at this time, or all of its jobs if they do not reach the
   * load. Submission times are relative to the start of the window.
   *
   * @param trace in order of submission
   */
  public ScaledTrace thin(List<TraceJob> trace, long startSeconds) {
    List<TraceJob> window = new ArrayList<>();
    for (TraceJob job : trace) {
      long seconds = job.submitSeconds() - startSeconds;
      if (seconds >= 0 && seconds < intervalSeconds && filter.test(job)) {
        window.add(job.submittedAt(seconds));
      }
    }
    double target = targetLoad * machineProcessors * intervalSeconds;
    Set<Long> kept = new HashSet<>();
    for (TraceJob job : measure.firstJobs(widestFirst(window), target)) {
      kept.add(job.number());
    }
    List<TraceJob> jobs = window.stream().filter(job -> kept.contains(job.number())).toList();
    double load = measure.load(jobs, machineProcessors, intervalSeconds);
    return new ScaledTrace(jobs, load, intervalSeconds, 1);
  }

  /** In random order, except that the widest job comes first. */
  private static List<TraceJob> widestFirst(List<TraceJob> window) {
    List<TraceJob> order = new ArrayList<>(window);
    order.sort(Comparator.comparingLong(job -> SplitMix64.at(SALT, job.number())));
    if (!order.isEmpty()) {
      TraceJob widest =
          window.stream().max(Comparator.comparingInt(TraceJob::processors)).orElseThrow();
      order.remove(widest);
      order.addFirst(widest);
    }
    return order;
  }
}

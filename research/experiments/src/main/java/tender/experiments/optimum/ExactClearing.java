package tender.experiments.optimum;

import com.google.ortools.Loader;
import java.time.Duration;
import java.util.function.ToLongFunction;
import tender.core.auction.Cycle;
import tender.core.auction.WaitingJob;

/**
 * Finds an optimal clearing of a cycle: each job runs in at most one queue and ends by its
 * deadline, no queue is overbooked, and the total weight of the placed jobs is maximal.
 *
 * <p>It uses the CP-SAT solver of OR-Tools, which proves optimality. The solver has more freedom
 * than a policy: it considers all jobs and slots together, ignores asks and bids, and may delay the
 * start of a job. So it is a reference for policies, not a policy.
 */
public final class ExactClearing {
  static {
    Loader.loadNativeLibraries();
  }

  private final Duration limit;
  private final int threads;

  /**
   * @param limit time limit, after which the best clearing found so far is returned
   * @param threads number of threads, each with another search strategy; eight prove more than two,
   *     even on two processors. A proven optimum does not depend on the number, but which of
   *     several optimal clearings is found does, and with more than one thread it also depends on
   *     chance
   */
  public ExactClearing(Duration limit, int threads) {
    this.limit = limit;
    this.threads = threads;
  }

  /** Maximises the number of placed jobs. */
  public Optimum maximiseJobs(Cycle cycle) {
    return maximiseWeight(cycle, job -> 1);
  }

  /**
   * Maximises the total weight of the placed jobs.
   *
   * @param weight of a job, above 0, such as its valuation or its bid as an integer
   */
  public Optimum maximiseWeight(Cycle cycle, ToLongFunction<WaitingJob> weight) {
    return new ClearingModel(cycle, weight).solve(limit, threads);
  }
}

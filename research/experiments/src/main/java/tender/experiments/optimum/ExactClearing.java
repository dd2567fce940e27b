package tender.experiments.optimum;

import com.google.ortools.Loader;
import java.time.Duration;
import java.util.function.ToLongFunction;
import tender.core.auction.Cycle;
import tender.core.auction.WaitingJob;

/**
 * Clears a cycle as well as can be: every job in at most one queue, started so that it ends by its
 * deadline, no queue overbooked, and the placed jobs worth the most together.
 *
 * <p>The solver is CP-SAT of OR-Tools, which proves what it finds. It sees more than a policy may:
 * all jobs and slots at once, no asks and bids, and a job may start later than it could. So it is a
 * measure for policies and not one of them.
 */
public final class ExactClearing {
  static {
    Loader.loadNativeLibraries();
  }

  private final Duration limit;
  private final int threads;

  /**
   * @param limit after which it says what it has found until then
   * @param threads that search at the same time, each in its own way: eight prove more than two
   *     even on two processors. What is proved does not depend on them; which of equally good
   *     clearings is found does, and with more than one also on chance
   */
  public ExactClearing(Duration limit, int threads) {
    this.limit = limit;
    this.threads = threads;
  }

  /** Places as many jobs as can be. */
  public Optimum maximiseJobs(Cycle cycle) {
    return maximiseWeight(cycle, job -> 1);
  }

  /**
   * Places jobs that weigh the most together.
   *
   * @param weight of a job, more than 0: its valuation, or its bid as a whole number
   */
  public Optimum maximiseWeight(Cycle cycle, ToLongFunction<WaitingJob> weight) {
    return new ClearingModel(cycle, weight).solve(limit, threads);
  }
}

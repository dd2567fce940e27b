package tender.simulator.market;

import java.util.List;
import tender.core.model.BagId;
import tender.core.model.JobId;
import tender.core.model.ProviderId;
import tender.core.model.Time;

/**
 * The outcome of a market simulation.
 *
 * @param busyMillis for each site, the processor-milliseconds during which tasks ran before the
 *     horizon
 */
public record MarketOutcome(
    List<LocalJobOutcome> localJobs, List<BagOutcome> bags, List<Long> busyMillis, long events) {

  /** A local job: what its user requested, what was promised, and when it ended. */
  public record LocalJobOutcome(
      ProviderId provider,
      JobId job,
      int processors,
      long runMillis,
      long submittedMillis,
      long deadlineMillis,
      long promisedMillis,
      long endedMillis) {}

  /**
   * A bag: what its user requested, what was promised, and when it ended.
   *
   * @param runMillis how long each of its tasks takes on the reference processor
   * @param busyMillis the sum of the actual run times of its tasks
   * @param startedMillis when its first task started, {@link Time#NEVER} if none did
   * @param providers how many providers run a part of it, 0 without a promise
   */
  public record BagOutcome(
      BagId bag,
      int tasks,
      long runMillis,
      long busyMillis,
      long submittedMillis,
      long deadlineMillis,
      long promisedMillis,
      long startedMillis,
      long endedMillis,
      int providers) {}
}

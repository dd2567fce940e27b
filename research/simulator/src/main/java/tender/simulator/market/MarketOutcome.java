package tender.simulator.market;

import java.util.List;
import tender.core.model.BagId;
import tender.core.model.JobId;
import tender.core.model.ProviderId;
import tender.core.model.Time;

/**
 * What became of everything in a simulated market.
 *
 * @param busyMillis processor-milliseconds during which tasks ran until the run's horizon, of each
 *     site
 */
public record MarketOutcome(
    List<LocalJobOutcome> localJobs, List<BagOutcome> bags, List<Long> busyMillis, long events) {

  /** What was asked, promised and done for a local job. */
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
   * What was asked, promised and done for a bag.
   *
   * @param runMillis how long each of its tasks takes on the reference processor
   * @param busyMillis how long its tasks really ran, one after the other
   * @param startedMillis when the first of them did, {@link Time#NEVER} if none has
   * @param clusters how many providers do a part of it, none if there was no promise
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

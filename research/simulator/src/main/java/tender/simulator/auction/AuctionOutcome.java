package tender.simulator.auction;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tender.core.auction.QueueId;
import tender.core.model.BagId;

/**
 * The outcome of an auction simulation.
 *
 * @param runs the jobs that ran, in time or late
 * @param loads the load of the sites, minute by minute
 */
public record AuctionOutcome(Map<BagId, Run> runs, List<LoadSample> loads) {

  /** Where and when a job ran. */
  public record Run(QueueId queue, long matchedMillis, long startMillis, long endMillis) {}

  /**
   * The loads of all sites at an instant.
   *
   * @param mean the mean share of a site's processors that are busy
   * @param deviation the standard deviation of this share over the sites
   */
  public record LoadSample(long atMillis, double mean, double deviation) {}

  /** Where and when a job ran, null if it was dropped. */
  public @Nullable Run run(BagId job) {
    return runs.get(job);
  }
}

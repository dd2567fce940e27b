package tender.simulator.auction;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tender.core.auction.QueueId;
import tender.core.model.BagId;

/**
 * What a market made of its jobs.
 *
 * @param runs of those that ran, whether in time or not
 * @param loads how loaded the sites were, minute by minute
 */
public record AuctionOutcome(Map<BagId, Run> runs, List<LoadSample> loads) {

  /** Where and when a job ran. */
  public record Run(QueueId queue, long matchedMillis, long startMillis, long endMillis) {}

  /**
   * The loads of all sites at an instant.
   *
   * @param mean of the share of a site's processors that are busy
   * @param deviation the standard deviation of that over the sites
   */
  public record LoadSample(long atMillis, double mean, double deviation) {}

  /** How a job ran, null if it was dropped. */
  public @Nullable Run run(BagId job) {
    return runs.get(job);
  }
}

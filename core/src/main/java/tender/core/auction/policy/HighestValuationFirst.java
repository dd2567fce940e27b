package tender.core.auction.policy;

import tender.core.auction.Clearing;
import tender.core.auction.ClearingPolicy;
import tender.core.auction.Cycle;

/**
 * HVFQ: the highest valuation to the fastest queue, as in a Vickrey auction (a baseline of Garg et
 * al., section 5.1.1; Spawn and Bellagio).
 */
public final class HighestValuationFirst implements ClearingPolicy {
  @Override
  public Clearing clear(Cycle cycle) {
    return FastestQueue.clear(cycle, job -> job.valuation().millicredits());
  }
}

package tender.core.auction.policy;

import tender.core.auction.Clearing;
import tender.core.auction.ClearingPolicy;
import tender.core.auction.Cycle;

/**
 * EDF-FQ: the earliest deadline to the fastest queue (a baseline of Garg et al., section 5.1.1).
 */
public final class EarliestDeadlineFirst implements ClearingPolicy {
  @Override
  public Clearing clear(Cycle cycle) {
    return FastestQueue.clear(cycle, job -> -(double) job.deadlineMillis());
  }
}

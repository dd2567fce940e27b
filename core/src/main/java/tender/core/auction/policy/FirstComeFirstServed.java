package tender.core.auction.policy;

import tender.core.auction.Clearing;
import tender.core.auction.ClearingPolicy;
import tender.core.auction.Cycle;

/**
 * FCFS: the earliest job to the first queue that has room (a baseline of Garg et al., section
 * 5.1.1).
 */
public final class FirstComeFirstServed implements ClearingPolicy {
  @Override
  public Clearing clear(Cycle cycle) {
    return FastestQueue.clear(cycle, job -> -(double) job.submittedMillis());
  }
}

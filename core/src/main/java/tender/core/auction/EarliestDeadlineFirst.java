package tender.core.auction;

/**
 * EDF-FQ: the earliest deadline to the fastest queue (a baseline of Garg et al., section 5.1.1).
 */
public final class EarliestDeadlineFirst implements ClearingPolicy {
  @Override
  public Clearing clear(Cycle cycle) {
    return FastestQueue.clear(cycle, job -> -(double) job.deadlineMillis());
  }
}

package tender.core.auction.policy;

import tender.core.auction.Clearing;
import tender.core.auction.ClearingBuilder;
import tender.core.auction.ClearingPolicy;
import tender.core.auction.Cycle;
import tender.core.auction.QueueIndex;

/**
 * Tender's own rule: the earliest deadline goes first, and only to a queue in which it can start
 * immediately and end in time; of those to the one with the most free processors. A job that cannot
 * start now stays with the metascheduler.
 *
 * <p>The double auction assigns a job as soon as some future slot fits. From then on no more urgent
 * job can take its place, and changes in the queue may still make it late. Deciding as late as
 * possible costs nothing here, because a cycle is short compared with a job, and the order of the
 * waiting jobs is computed again each time.
 */
public final class LateBinding implements ClearingPolicy {
  @Override
  public Clearing clear(Cycle cycle) {
    ClearingBuilder draft = new ClearingBuilder(cycle);
    QueueIndex queues = draft.queues();
    return draft.serve(
        job -> -(double) job.deadlineMillis(),
        queue -> -queues.freeNow(queue),
        (job, bid) -> queues.cheapestInTime(job, Double.POSITIVE_INFINITY, cycle.nowMillis()));
  }
}

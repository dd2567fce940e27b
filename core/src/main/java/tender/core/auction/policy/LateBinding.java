package tender.core.auction.policy;

import tender.core.auction.Clearing;
import tender.core.auction.ClearingBuilder;
import tender.core.auction.ClearingPolicy;
import tender.core.auction.Cycle;
import tender.core.auction.QueueIndex;

/**
 * Our own rule: the earliest deadline goes first, and only to a queue that lets it start at once
 * and end in time; of those to the one with the most processors free. Whoever cannot start now
 * stays with the metascheduler.
 *
 * <p>The double auction gives a job away as soon as some slot in the future would do. From then on
 * the job has a place that nobody more urgent can take, and what a queue does with its order
 * meanwhile may still make it late. Deciding as late as can be costs nothing here, for a cycle is
 * short beside a job, and the order among those who wait is made anew each time.
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

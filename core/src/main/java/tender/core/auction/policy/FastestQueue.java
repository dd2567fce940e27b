package tender.core.auction.policy;

import tender.core.auction.Clearing;
import tender.core.auction.ClearingBuilder;
import tender.core.auction.Cycle;
import tender.core.auction.QueueIndex;
import tender.core.auction.WaitingJob;
import java.util.function.ToDoubleFunction;
import tender.core.model.Time;

/**
 * What the policies without a market share: jobs are served by one rank, each goes to the queue in
 * which it starts first, and nobody asks whether it will end by its deadline. A queue's ask is its
 * waiting time in seconds.
 */
final class FastestQueue {
  private FastestQueue() {}

  static Clearing clear(Cycle cycle, ToDoubleFunction<WaitingJob> rank) {
    return clear(new ClearingBuilder(cycle), rank);
  }

  static Clearing clear(ClearingBuilder draft, ToDoubleFunction<WaitingJob> rank) {
    QueueIndex queues = draft.queues();
    return draft.serve(
        rank,
        queue -> waitSeconds(queues, queue),
        (job, bid) -> bid == Double.NEGATIVE_INFINITY ? QueueIndex.NONE : queues.fastest(job));
  }

  private static double waitSeconds(QueueIndex queues, int queue) {
    long waitMillis = queues.waitMillis(queue);
    return waitMillis == Time.NEVER
        ? Double.POSITIVE_INFINITY
        : waitMillis / (double) Time.SECOND_MILLIS;
  }
}

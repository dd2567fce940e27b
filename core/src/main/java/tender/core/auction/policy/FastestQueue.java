package tender.core.auction.policy;

import java.util.function.ToDoubleFunction;
import tender.core.auction.Clearing;
import tender.core.auction.ClearingBuilder;
import tender.core.auction.Cycle;
import tender.core.auction.QueueIndex;
import tender.core.auction.WaitingJob;

/**
 * The common part of the policies without a market: jobs are served by one rank, and each goes to
 * the queue in which it starts first, whether or not it will end by its deadline. A queue's ask is
 * its waiting time in seconds.
 */
final class FastestQueue {
  private FastestQueue() {}

  static Clearing clear(Cycle cycle, ToDoubleFunction<WaitingJob> rank) {
    return clear(new ClearingBuilder(cycle), rank);
  }

  static Clearing clear(ClearingBuilder builder, ToDoubleFunction<WaitingJob> rank) {
    QueueIndex queues = builder.queues();
    return builder.serve(
        rank,
        queues::waitSeconds,
        (job, bid) -> bid == Double.NEGATIVE_INFINITY ? QueueIndex.NONE : queues.fastest(job));
  }
}

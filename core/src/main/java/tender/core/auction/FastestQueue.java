package tender.core.auction;

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
    return clear(new ClearingDraft(cycle), rank);
  }

  static Clearing clear(ClearingDraft draft, ToDoubleFunction<WaitingJob> rank) {
    OpenQueues queues = draft.queues();
    return draft.serve(
        rank,
        queue -> waitSeconds(queues, queue),
        (job, bid) -> bid == Double.NEGATIVE_INFINITY ? OpenQueues.NONE : queues.fastest(job));
  }

  private static double waitSeconds(OpenQueues queues, int queue) {
    long waitMillis = queues.waitMillis(queue);
    return waitMillis == Time.NEVER
        ? Double.POSITIVE_INFINITY
        : waitMillis / (double) Time.SECOND_MILLIS;
  }
}

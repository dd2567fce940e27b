package tender.core.auction;

import java.util.ArrayList;
import java.util.List;
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
    draft.ask(queue -> waitSeconds(queues, queue));
    List<Clearing.Bid> bids = new ArrayList<>();
    for (WaitingJob job : draft.hopeful()) {
      bids.add(new Clearing.Bid(job, rank.applyAsDouble(job)));
    }
    for (Clearing.Bid bid : ClearingDraft.highestFirst(bids)) {
      int queue =
          bid.bid() == Double.NEGATIVE_INFINITY ? OpenQueues.NONE : queues.fastest(bid.job());
      if (queue == OpenQueues.NONE) {
        draft.leave(bid);
      } else {
        draft.match(bid, queue);
        queues.setAsk(queue, waitSeconds(queues, queue));
      }
    }
    return draft.finish();
  }

  private static double waitSeconds(OpenQueues queues, int queue) {
    long waitMillis = queues.waitMillis(queue);
    return waitMillis == Time.NEVER
        ? Double.POSITIVE_INFINITY
        : waitMillis / (double) Time.SECOND_MILLIS;
  }
}

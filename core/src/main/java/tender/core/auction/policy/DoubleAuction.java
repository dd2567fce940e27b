package tender.core.auction.policy;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import tender.core.auction.Clearing;
import tender.core.auction.ClearingBuilder;
import tender.core.auction.ClearingPolicy;
import tender.core.auction.Cycle;
import tender.core.auction.QueueIndex;
import tender.core.auction.Valuation;
import tender.core.model.Time;

/**
 * The double auction-inspired matching, DAM (Garg et al., Algorithm 1): the highest bid takes the
 * lowest ask below it whose slots let the job end by its deadline; a job without a match waits, and
 * bids more in the next cycle.
 *
 * <p>As printed the algorithm resets both counters in every round and moves only one of them. We
 * read it as the call auction that the text describes: each bid tries the asks from the lowest up.
 * "The process is repeated with recalculation of ask and bid values": a queue's ask is computed
 * again after a match has taken from its slots, while the reference values (the highest price,
 * valuation and load, demand and supply) stay as the cycle began. Among equal asks, which are
 * frequent because a queue with a free slot asks zero, the least load goes first.
 */
public final class DoubleAuction implements ClearingPolicy {

  /** When a queue's ask is computed. */
  public enum AskUpdate {
    AFTER_EACH_MATCH,
    /** Lines 6 to 8 of Algorithm 1 without the sentence on recalculation in the text. */
    ONCE_A_CYCLE
  }

  private final Valuation.Form form;
  private final AskUpdate askUpdate;

  public DoubleAuction(Valuation.Form form) {
    this(form, AskUpdate.AFTER_EACH_MATCH);
  }

  public DoubleAuction(Valuation.Form form, AskUpdate askUpdate) {
    this.form = form;
    this.askUpdate = askUpdate;
  }

  @Override
  public Clearing clear(Cycle cycle) {
    ClearingBuilder draft = new ClearingBuilder(cycle);
    QueueIndex queues = draft.queues();
    Valuation valuation = new Valuation(form, cycle, draft.feasibleJobs(), queues);
    return draft.serve(
        valuation::bid,
        asks(valuation, queues),
        (job, bid) -> queues.cheapestInTime(job, bid, Time.NEVER));
  }

  private IntToDoubleFunction asks(Valuation valuation, QueueIndex queues) {
    IntToDoubleFunction current = queue -> valuation.ask(queues, queue);
    if (askUpdate == AskUpdate.AFTER_EACH_MATCH) {
      return current;
    }
    Map<Integer, Double> first = new TreeMap<>();
    return queue -> first.computeIfAbsent(queue, current::applyAsDouble);
  }
}

package tender.core.auction;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;

/** Builds a clearing: the common part of all policies. */
public final class ClearingBuilder {
  private static final Comparator<Clearing.Bid> HIGHEST_FIRST =
      Comparator.comparingDouble(Clearing.Bid::bid)
          .reversed()
          .thenComparingLong(bid -> bid.job().submittedMillis())
          .thenComparing(bid -> bid.job().id());

  private final QueueIndex queues;
  private final List<WaitingJob> feasibleJobs = new ArrayList<>();
  private final List<WaitingJob> infeasibleJobs = new ArrayList<>();
  private final List<Clearing.Ask> asks = new ArrayList<>();
  private final List<Clearing.Match> matches = new ArrayList<>();
  private final List<Clearing.Bid> waiting = new ArrayList<>();

  public ClearingBuilder(Cycle cycle) {
    queues = new QueueIndex(cycle);
    FeasibilityFilter hopes = new FeasibilityFilter(cycle.queues());
    for (WaitingJob job : cycle.jobs()) {
      (hopes.isFeasible(job, cycle.nowMillis()) ? feasibleJobs : infeasibleJobs).add(job);
    }
  }

  public QueueIndex queues() {
    return queues;
  }

  /** The jobs that may still end in time, in the given order. */
  public List<WaitingJob> feasibleJobs() {
    return feasibleJobs;
  }

  /** Chooses the queue for a job, {@link QueueIndex#NONE} for none. */
  public interface Choice {
    int queue(WaitingJob job, double bid);
  }

  /**
   * Serves all feasible jobs, the highest bid first; of equal bids the earlier job. A queue's ask
   * is computed again after each match.
   */
  public Clearing serve(
      ToDoubleFunction<WaitingJob> bidOfJob, IntToDoubleFunction askOfQueue, Choice choice) {
    ask(askOfQueue);
    for (Clearing.Bid bid : highestFirst(bidOfJob)) {
      int queue = choice.queue(bid.job(), bid.bid());
      if (queue == QueueIndex.NONE) {
        waiting.add(bid);
      } else {
        match(bid, queue, askOfQueue);
      }
    }
    return new Clearing(asks, matches, waiting, infeasibleJobs);
  }

  private List<Clearing.Bid> highestFirst(ToDoubleFunction<WaitingJob> bidOfJob) {
    List<Clearing.Bid> bids = new ArrayList<>();
    for (WaitingJob job : feasibleJobs) {
      bids.add(new Clearing.Bid(job, bidOfJob.applyAsDouble(job)));
    }
    bids.sort(HIGHEST_FIRST);
    return bids;
  }

  private void ask(IntToDoubleFunction askOfQueue) {
    queues.begin(askOfQueue);
    for (int queue = 0; queue < queues.size(); queue++) {
      asks.add(new Clearing.Ask(queues.report(queue).id(), queues.ask(queue)));
    }
    asks.sort(Comparator.comparingDouble(Clearing.Ask::ask).thenComparing(Clearing.Ask::queue));
  }

  /** Matches a job with the first place that a queue has for it. */
  private void match(Clearing.Bid bid, int queue, IntToDoubleFunction askOfQueue) {
    long startMillis = queues.startMillis(queue, bid.job());
    matches.add(
        new Clearing.Match(
            bid.job(), queues.report(queue).id(), bid.bid(), queues.ask(queue), startMillis));
    queues.take(queue, bid.job(), startMillis, askOfQueue);
  }
}

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
      if (!matchAllTasks(bid, askOfQueue, choice)) {
        waiting.add(bid);
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

  /**
   * Matches the tasks of a job, as many together as a queue can start. A bag has one promise, so if
   * some tasks find no place, the others give theirs back.
   */
  private boolean matchAllTasks(Clearing.Bid bid, IntToDoubleFunction askOfQueue, Choice choice) {
    WaitingJob job = bid.job();
    List<QueueIndex.Taken> taken = new ArrayList<>();
    int firstMatch = matches.size();
    for (int left = job.tasks(); left > 0; left -= taken.getLast().tasks()) {
      int queue = choice.queue(job, bid.bid());
      if (queue == QueueIndex.NONE) {
        matches.subList(firstMatch, matches.size()).clear();
        queues.giveBack(job, taken, askOfQueue);
        return false;
      }
      double ask = queues.ask(queue);
      QueueIndex.Taken place = queues.take(queue, job, left, askOfQueue);
      taken.add(place);
      matches.add(
          new Clearing.Match(
              job, queues.report(queue).id(), place.tasks(), bid.bid(), ask, place.startMillis()));
    }
    return true;
  }
}

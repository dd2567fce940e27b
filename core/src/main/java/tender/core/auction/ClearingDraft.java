package tender.core.auction;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/** A clearing in the making: what all policies do alike. */
final class ClearingDraft {
  private static final Comparator<Clearing.Bid> HIGHEST_FIRST =
      Comparator.comparingDouble(Clearing.Bid::bid)
          .reversed()
          .thenComparingLong(bid -> bid.job().submittedMillis())
          .thenComparing(bid -> bid.job().id());

  private final OpenQueues queues;
  private final List<WaitingJob> hopeful = new ArrayList<>();
  private final List<WaitingJob> hopeless = new ArrayList<>();
  private final List<Clearing.Ask> asks = new ArrayList<>();
  private final List<Clearing.Match> matches = new ArrayList<>();
  private final List<Clearing.Bid> waiting = new ArrayList<>();

  ClearingDraft(Cycle cycle) {
    queues = new OpenQueues(cycle);
    Hopes hopes = new Hopes(cycle.queues());
    for (WaitingJob job : cycle.jobs()) {
      (hopes.has(job, cycle.nowMillis()) ? hopeful : hopeless).add(job);
    }
  }

  OpenQueues queues() {
    return queues;
  }

  /** Those who may still end in time, in the order in which they were given. */
  List<WaitingJob> hopeful() {
    return hopeful;
  }

  /** Highest first; of equal ones who came first, then by id. */
  static List<Clearing.Bid> highestFirst(List<Clearing.Bid> bids) {
    return bids.stream().sorted(HIGHEST_FIRST).toList();
  }

  /** What each queue asks as the cycle begins. */
  void ask(IntToDoubleFunction askOfQueue) {
    for (int queue = 0; queue < queues.size(); queue++) {
      queues.setAsk(queue, askOfQueue.applyAsDouble(queue));
      asks.add(new Clearing.Ask(queues.report(queue).id(), queues.ask(queue)));
    }
    asks.sort(Comparator.comparingDouble(Clearing.Ask::ask).thenComparing(Clearing.Ask::queue));
  }

  /** A job goes to the first place that a queue has for it. */
  void match(Clearing.Bid bid, int queue) {
    long startMillis = queues.startMillis(queue, bid.job());
    matches.add(
        new Clearing.Match(
            bid.job(), queues.report(queue).id(), bid.bid(), queues.ask(queue), startMillis));
    queues.take(queue, bid.job(), startMillis);
  }

  void leave(Clearing.Bid bid) {
    waiting.add(bid);
  }

  Clearing finish() {
    return new Clearing(asks, matches, waiting, hopeless);
  }
}

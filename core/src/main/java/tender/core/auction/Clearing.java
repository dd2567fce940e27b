package tender.core.auction;

import java.util.List;

/**
 * How a cycle ended.
 *
 * @param asks of all queues as the cycle began, lowest first
 * @param matches in the order in which they were made
 * @param waiting those who found nothing and stay, highest bid first
 * @param hopeless those whose deadline no queue can meet any more, however soon it had room
 */
public record Clearing(
    List<Ask> asks, List<Match> matches, List<Bid> waiting, List<WaitingJob> infeasible) {
  public Clearing {
    asks = List.copyOf(asks);
    matches = List.copyOf(matches);
    waiting = List.copyOf(waiting);
    infeasible = List.copyOf(infeasible);
  }

  /** A queue and what its policy orders queues by: the lower, the sooner it is taken. */
  public record Ask(QueueId queue, double ask) {}

  /** A job and what its policy orders jobs by: the higher, the sooner it is served. */
  public record Bid(WaitingJob job, double bid) {}

  /**
   * A job goes to a queue.
   *
   * @param ask of the queue at that moment, which may be above what it was as the cycle began
   * @param startMillis when the queue's slots let it start
   */
  public record Match(WaitingJob job, QueueId queue, double bid, double ask, long startMillis) {}
}

package tender.core.auction;

import java.util.List;

/**
 * The result of a cycle.
 *
 * @param asks of all queues when the cycle began, lowest first
 * @param matches in the order in which they were made
 * @param waiting jobs without a match, highest bid first
 * @param infeasible jobs whose deadline no queue can meet any more, however soon it had room
 */
public record Clearing(
    List<Ask> asks, List<Match> matches, List<Bid> waiting, List<WaitingJob> infeasible) {
  public Clearing {
    asks = List.copyOf(asks);
    matches = List.copyOf(matches);
    waiting = List.copyOf(waiting);
    infeasible = List.copyOf(infeasible);
  }

  /** A queue and the value by which its policy orders queues; the lowest is taken first. */
  public record Ask(QueueId queue, double ask) {}

  /** A job and the value by which its policy orders jobs; the highest is served first. */
  public record Bid(WaitingJob job, double bid) {}

  /**
   * A match of tasks of a job with a queue. The tasks of a bag may have several matches, one for
   * each queue and start.
   *
   * @param tasks how many tasks start then
   * @param ask of the queue at the time of the match, which may be higher than when the cycle began
   * @param startMillis when the queue's slots let the tasks start
   */
  public record Match(
      WaitingJob job, QueueId queue, int tasks, double bid, double ask, long startMillis) {}
}

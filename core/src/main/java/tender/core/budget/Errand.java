package tender.core.budget;

import java.util.List;
import tender.core.auction.QueueReport;

/**
 * A bag and where it may go.
 *
 * @param tasks in the order in which they are served
 * @param queues with the slots that may be used; those that stand first go first when nothing else
 *     tells them apart
 */
public record Errand(
    long nowMillis, List<Task> tasks, List<QueueReport> queues, Constraint constraint) {
  public Errand {
    tasks = List.copyOf(tasks);
    queues = List.copyOf(queues);
  }
}

package tender.core.auction;

import java.util.List;

/** What is known when a cycle is cleared: who waits, and what providers have told. */
public record Cycle(long nowMillis, List<WaitingJob> jobs, List<QueueReport> queues) {
  public Cycle {
    jobs = List.copyOf(jobs);
    queues = List.copyOf(queues);
  }

  /** All processors of all queues. */
  public long supply() {
    return queues.stream().mapToLong(queue -> queue.cluster().processors()).sum();
  }
}

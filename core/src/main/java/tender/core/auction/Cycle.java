package tender.core.auction;

import java.util.List;

/** The input of a clearing: the waiting jobs and what providers have published. */
public record Cycle(long nowMillis, List<WaitingJob> jobs, List<QueueReport> queues) {
  public Cycle {
    jobs = List.copyOf(jobs);
    queues = List.copyOf(queues);
  }

  /** The number of processors of all queues. */
  public long supply() {
    return queues.stream().mapToLong(queue -> queue.cluster().processors()).sum();
  }
}

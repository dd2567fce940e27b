package tender.core.budget;

import java.util.List;
import tender.core.auction.QueueReport;

/** A queue and the requests that were crafted for it; tasks may use nothing else of the queue. */
public record CraftedQueue(QueueReport queue, List<ProcessorRequest> requests) {
  public CraftedQueue {
    requests = List.copyOf(requests);
  }

  /** How many tasks are expected to end in its requests. */
  public int tasks() {
    return requests.stream().mapToInt(ProcessorRequest::tasks).sum();
  }

  /** The queue with only the requested processors free. */
  public QueueReport narrowed() {
    return new QueueReport(
        queue.id(),
        queue.cluster(),
        queue.pricePerProcessorHour(),
        requests.stream().map(ProcessorRequest::slot).toList());
  }
}

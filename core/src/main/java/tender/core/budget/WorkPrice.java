package tender.core.budget;

import tender.core.auction.QueueReport;

/**
 * A queue's price for work instead of time, so that a fast queue is not expensive because it is
 * fast. Queues with the same price get exactly the same number, because each is a correctly rounded
 * division of whole numbers.
 */
public final class WorkPrice {
  private WorkPrice() {}

  /** In thousandths of a credit for an hour's work of a thousandth of the reference processor. */
  public static double of(QueueReport queue) {
    return (double) queue.pricePerProcessorHour().millicredits() / queue.cluster().speedPermille();
  }
}

package tender.core.budget;

import tender.core.auction.QueueReport;

/**
 * What a queue asks for work rather than for time, so that a fast queue is not dear because it is
 * fast. Two queues for which it is the same get the very same number, since each is a division of
 * whole numbers, correctly rounded.
 */
final class WorkPrice {
  private WorkPrice() {}

  /** In thousandths of a credit for an hour's work of a thousandth of the reference processor. */
  static double of(QueueReport queue) {
    return (double) queue.pricePerProcessorHour().millicredits() / queue.cluster().speedPermille();
  }
}

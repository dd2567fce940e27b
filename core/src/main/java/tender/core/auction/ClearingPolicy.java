package tender.core.auction;

/**
 * Decides which waiting jobs go to which queues. A policy is stateless: jobs without a match are
 * given to the next cycle again.
 */
public interface ClearingPolicy {
  Clearing clear(Cycle cycle);
}

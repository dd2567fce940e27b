package tender.core.auction;

/**
 * Decides which waiting jobs go to which queues. A policy keeps nothing between cycles: whoever was
 * not matched comes again in the next one.
 */
public interface ClearingPolicy {
  Clearing clear(Cycle cycle);
}

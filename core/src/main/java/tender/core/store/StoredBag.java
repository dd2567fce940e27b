package tender.core.store;

import tender.core.metascheduler.state.BagState;

/**
 * A bag as it was read.
 *
 * @param version how often it has been written; what was never written has version {@value #ABSENT}
 */
public record StoredBag(BagState state, long version) {
  public static final long ABSENT = 0;
}

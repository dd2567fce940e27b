package tender.core.store;

import tender.core.metascheduler.state.BagState;

/**
 * A bag as it was read.
 *
 * @param version how often it has been written; {@value #ABSENT} if never
 */
public record StoredBag(BagState state, long version) {
  public static final long ABSENT = 0;
}

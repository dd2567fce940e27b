package tender.agent.execution;

import tender.core.model.Time;

/**
 * Decides when the results of finished tasks are delivered. A pack costs the market several writes,
 * however few tasks it has, so results wait for others: until there are enough for a full pack, or
 * all tasks of the part have ended, or the first of them has waited for ten seconds. The first
 * results of a part wait only shortly, because users look at them.
 */
final class DeliveryDelay {
  private static final long MAX_MILLIS = 10 * Time.SECOND_MILLIS;
  private static final long FIRST_MILLIS = Time.SECOND_MILLIS;

  private long waitingSinceMillis = Time.NEVER;
  private boolean hasDelivered;

  /**
   * Whether the results are due now.
   *
   * @param finishedTasks how many tasks have results that were not delivered
   * @param isLast whether all tasks of the part have ended
   */
  boolean isDue(int finishedTasks, boolean isLast, long nowMillis) {
    if (finishedTasks == 0) {
      waitingSinceMillis = Time.NEVER;
      return false;
    }
    waitingSinceMillis = Math.min(waitingSinceMillis, nowMillis);
    return isLast
        || finishedTasks >= BatchExecutor.PACK_TASKS
        || nowMillis - waitingSinceMillis >= (hasDelivered ? MAX_MILLIS : FIRST_MILLIS);
  }

  /** Results were delivered. */
  void delivered() {
    hasDelivered = true;
  }
}

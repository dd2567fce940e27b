package tender.core.node;

import tender.core.model.Time;
import tender.core.resource.ResourceAmounts;

/**
 * What a batch system was observed to have given to a job on one node.
 *
 * @param expectedEndMillis by the estimate; {@link Time#NEVER} if there is none
 */
public record ObservedUse(
    int node, ResourceAmounts amounts, long startedMillis, long expectedEndMillis) {
  public ObservedUse {
    Time.requireInstant(startedMillis, "of the start of a job on node " + node);
    Time.requireInstantOrNever(expectedEndMillis, "of the expected end of a job on node " + node);
  }

  /**
   * Until when a planner must treat the amounts as taken. A job that exceeds its estimate is
   * expected to take as long again as it is overdue.
   */
  public long occupiedUntilMillis(long nowMillis) {
    return expectedEndMillis > nowMillis
        ? expectedEndMillis
        : Math.max(nowMillis + 1, nowMillis + (nowMillis - expectedEndMillis));
  }
}

package tender.core.budget;

import tender.core.model.Time;

/**
 * The demand for which requests are crafted: similar tasks of one processor each. Durations are
 * those at the provider.
 *
 * @param tasks how many tasks remain
 * @param typicalMillis the typical run time, which determines how many tasks end in a request
 * @param longestMillis the longest run time; the last task on a processor gets as much time,
 *     because the work of an interrupted task is lost
 * @param untilMillis no request ends later
 */
public record RequestDemand(int tasks, long typicalMillis, long longestMillis, long untilMillis) {
  public RequestDemand {
    if (tasks < 0) {
      throw new IllegalArgumentException(
          "The number of remaining tasks is " + tasks + ", and must be at least 0.");
    }
    Time.requireDuration(typicalMillis, "of a typical task");
    Time.requireDuration(longestMillis, "of the longest task");
    Time.requireInstant(untilMillis, "by which requests end");
    if (longestMillis < typicalMillis) {
      throw new IllegalArgumentException(
          "The longest task takes "
              + longestMillis
              + " ms, less than a typical one with "
              + typicalMillis
              + " ms.");
    }
  }

  /** Tasks that are expected to end, one after another, on a processor held for this time. */
  long rounds(long heldMillis) {
    return heldMillis < longestMillis ? 0 : 1 + (heldMillis - longestMillis) / typicalMillis;
  }

  /** How long a processor must be held for this number of tasks. */
  long heldMillis(long rounds) {
    return longestMillis + (rounds - 1) * typicalMillis;
  }
}

package tender.core.budget;

import tender.core.model.Time;

/**
 * For what requests are crafted: equal-looking tasks of one processor each. Durations are those at
 * the provider.
 *
 * @param tasks how many are left to do
 * @param typicalMillis how long a task takes, by which those are counted that end in a request
 * @param longestMillis how long a task may take: the last to begin on a processor has as much time,
 *     for one that is cut off is work lost
 * @param untilMillis nothing is asked that ends later
 */
public record RequestDemand(int tasks, long typicalMillis, long longestMillis, long untilMillis) {
  public RequestDemand {
    if (tasks < 0) {
      throw new IllegalArgumentException("There are " + tasks + " tasks to do.");
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

  /** Tasks that are expected to end, one after another, on a processor that is held so long. */
  long rounds(long heldMillis) {
    return heldMillis < longestMillis ? 0 : 1 + (heldMillis - longestMillis) / typicalMillis;
  }

  /** How long a processor must be held for so many. */
  long heldMillis(long rounds) {
    return longestMillis + (rounds - 1) * typicalMillis;
  }
}

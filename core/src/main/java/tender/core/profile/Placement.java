package tender.core.profile;

import tender.core.model.Time;

/**
 * Puts equal tasks into a profile one by one, each at the earliest instant at which it fits. Tasks
 * that fit at the same instant are placed together, so that the cost grows with the number of
 * different starts, not of tasks.
 */
public final class Placement {
  private Placement() {}

  /** Told of each run as it is placed. */
  public interface Runs {
    void add(long startMillis, int tasks);
  }

  /**
   * Places the tasks and returns the start of the last. {@link Time#NEVER} says that not all could
   * be placed, since something that holds processors has no end.
   */
  public static long placeEarliest(
      Profile profile, int tasks, int width, long durationMillis, long notBeforeMillis, Runs runs) {
    long startMillis = notBeforeMillis;
    int left = tasks;
    while (left > 0) {
      startMillis = profile.takeEarliest(width, durationMillis, startMillis);
      if (startMillis == Time.NEVER) {
        return Time.NEVER;
      }
      int together = 1;
      if (left > 1) {
        long endMillis = startMillis + durationMillis;
        int beside = Math.min(left - 1, profile.leastFree(startMillis, endMillis) / width);
        profile.take(startMillis, endMillis, beside * width);
        together += beside;
      }
      runs.add(startMillis, together);
      left -= together;
    }
    return startMillis;
  }
}

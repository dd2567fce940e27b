package tender.core.queue;

import tender.core.model.Time;

/**
 * The capacity that was released since the waiting jobs were last moved, so that most jobs need no
 * search. A job that was as early as possible in the last pass can only move into capacity that was
 * released later: it must be narrow enough for some of it, and its new start must be before the end
 * of it.
 *
 * <p>A pass visits the queue in order. What a job releases by moving counts for the rest of this
 * pass and for the whole next pass, because the jobs before it have not seen it.
 */
final class FreedCapacity {
  private long untilMillis;
  private int widest;
  private long movedUntilMillis = -Time.LIMIT_MILLIS;
  private int movedWidest;

  /** Begins a pass after processors were released until an instant. */
  void beginPass(long releasedUntilMillis, int maxFree) {
    untilMillis = Math.max(releasedUntilMillis, movedUntilMillis);
    widest = Math.max(maxFree, movedWidest);
    movedUntilMillis = -Time.LIMIT_MILLIS;
    movedWidest = 0;
  }

  /**
   * A job moved and released its old place, or the part of it that it no longer needs.
   *
   * @param maxFree the most processors free at any instant of what was released
   */
  void moved(long releasedUntilMillis, int maxFree) {
    movedUntilMillis = Math.max(movedUntilMillis, releasedUntilMillis);
    movedWidest = Math.max(movedWidest, maxFree);
    untilMillis = Math.max(untilMillis, movedUntilMillis);
    widest = Math.max(widest, movedWidest);
  }

  /**
   * The end of the starts that can have become possible for a job with this start. If nothing was
   * released directly before its place, what blocked it there still does, and only a place that
   * ends before that can be new.
   */
  long endOfStarts(long durationMillis, long startMillis) {
    return startMillis <= untilMillis
        ? startMillis
        : Math.min(untilMillis, startMillis - durationMillis);
  }

  /** No wider job can move. */
  int widest() {
    return widest;
  }
}

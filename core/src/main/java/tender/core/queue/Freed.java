package tender.core.queue;

import tender.core.model.Time;

/**
 * What was given back since those who wait were last moved up, and what searches have shown since,
 * so that most need not be searched for again.
 *
 * <p>Whoever stood as early as he could when he was last looked at can only gain by a place that
 * reaches into what was given back later: he has to be narrow enough for some of it, and his new
 * start has to lie before the end of it. And if somebody no wider and no longer, who starts no
 * later, finds nothing before an instant, then neither does he.
 *
 * <p>Passes go through the queue in order. What somebody gives back by moving up counts for the
 * rest of this pass, and for the whole of the next, since those in front of him have not seen it.
 */
final class Freed {
  /** Of the searches of a pass, so many are remembered: queues hold runs of like jobs. */
  private static final int REMEMBERED = 4;

  private long untilMillis;
  private int widest;
  private long movedUntilMillis = -Time.LIMIT_MILLIS;
  private int movedWidest;

  /** The earliest instant given back by a move of this pass. */
  private long movedFromMillis;

  private final int[] width = new int[REMEMBERED];
  private final long[] durationMillis = new long[REMEMBERED];
  private final long[] notBeforeMillis = new long[REMEMBERED];
  private int searches;

  /** Begins a pass, after processors were given back until an instant. */
  void beginPass(long givenUntilMillis, int mostFree) {
    untilMillis = Math.max(givenUntilMillis, movedUntilMillis);
    widest = Math.max(mostFree, movedWidest);
    movedUntilMillis = -Time.LIMIT_MILLIS;
    movedWidest = 0;
    movedFromMillis = Time.NEVER;
    searches = 0;
  }

  /**
   * Somebody moved up and gave back of his old place what he does not need any more.
   *
   * @param mostFree at any instant of what he gave back
   */
  void moved(long givenFromMillis, long givenUntilMillis, int mostFree) {
    movedFromMillis = Math.min(movedFromMillis, givenFromMillis);
    movedUntilMillis = Math.max(movedUntilMillis, givenUntilMillis);
    movedWidest = Math.max(movedWidest, mostFree);
    untilMillis = Math.max(untilMillis, movedUntilMillis);
    widest = Math.max(widest, movedWidest);
  }

  /** Somebody was searched for and found nothing earlier than this. */
  void searched(int width, long durationMillis, long earliestMillis) {
    int place = searches++ % REMEMBERED;
    this.width[place] = width;
    this.durationMillis[place] = durationMillis;
    notBeforeMillis[place] = earliestMillis;
  }

  /** Somebody who starts at an instant cannot start before this one. */
  long notBeforeMillis(int width, long durationMillis, long startMillis) {
    long latestMillis = -Time.LIMIT_MILLIS;
    for (int place = Math.min(searches, REMEMBERED) - 1; place >= 0; place--) {
      if (this.width[place] <= width
          && this.durationMillis[place] <= durationMillis
          && notBeforeMillis[place] <= startMillis) {
        latestMillis = Math.max(latestMillis, notBeforeMillis[place]);
      }
    }
    // What starts before a place that was given back may reach into it.
    return Math.min(latestMillis, movedFromMillis - durationMillis + 1);
  }

  /** No start from here on can have become possible. */
  long untilMillis() {
    return untilMillis;
  }

  /** Nobody wider can gain. */
  int widest() {
    return widest;
  }
}

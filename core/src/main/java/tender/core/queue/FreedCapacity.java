package tender.core.queue;

import tender.core.model.Time;

/**
 * What was given back since those who wait were last moved up, so that most need not be searched
 * for again. Whoever stood as early as he could when he was last looked at can only gain by a place
 * that reaches into what was given back later: he has to be narrow enough for some of it, and his
 * new start has to lie before the end of it.
 *
 * <p>Passes go through the queue in order. What somebody gives back by moving up counts for the
 * rest of this pass, and for the whole of the next, since those in front of him have not seen it.
 */
final class FreedCapacity {
  private long untilMillis;
  private int widest;
  private long movedUntilMillis = -Time.LIMIT_MILLIS;
  private int movedWidest;

  /** Begins a pass, after processors were given back until an instant. */
  void beginPass(long givenUntilMillis, int mostFree) {
    untilMillis = Math.max(givenUntilMillis, movedUntilMillis);
    widest = Math.max(mostFree, movedWidest);
    movedUntilMillis = -Time.LIMIT_MILLIS;
    movedWidest = 0;
  }

  /**
   * Somebody moved up and gave back his old place, or what he does not need of it any more.
   *
   * @param mostFree at any instant of what he gave back
   */
  void moved(long givenUntilMillis, int mostFree) {
    movedUntilMillis = Math.max(movedUntilMillis, givenUntilMillis);
    movedWidest = Math.max(movedWidest, mostFree);
    untilMillis = Math.max(untilMillis, movedUntilMillis);
    widest = Math.max(widest, movedWidest);
  }

  /**
   * No start from here on can have become possible for whoever stands at an instant. If nothing was
   * given back right before his place, then something there is in his way as it was, and only a
   * place that ends before it can be new.
   */
  long endOfStarts(long durationMillis, long startMillis) {
    return startMillis <= untilMillis
        ? startMillis
        : Math.min(untilMillis, startMillis - durationMillis);
  }

  /** Nobody wider can gain. */
  int widest() {
    return widest;
  }
}

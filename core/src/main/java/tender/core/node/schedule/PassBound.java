package tender.core.node.schedule;

import tender.core.model.Time;

/**
 * What a pass over the queue has shown about one of the tasks with the same demand: it is as early
 * as possible. Another one that takes at least as long cannot start before it, until something is
 * released, except where it reaches its own place.
 */
final class PassBound {
  private long pass;
  private long durationMillis;
  private long startMillis;
  private int places;
  private long releasedFromMillis;

  /**
   * A task is as early as possible.
   *
   * @param places how many places were released in this pass before
   */
  void record(long pass, long durationMillis, long startMillis, int places) {
    this.pass = pass;
    this.durationMillis = durationMillis;
    this.startMillis = startMillis;
    this.places = places;
    releasedFromMillis = Time.NEVER;
  }

  /** Whether there is a bound for tasks of a duration in a pass. */
  boolean holds(long pass, long durationMillis) {
    return this.pass == pass && this.durationMillis <= durationMillis;
  }

  /** How many of the places that were released in the pass are considered. */
  int places() {
    return places;
  }

  /** A place was released from an instant on. */
  void addPlace(long fromMillis) {
    places++;
    releasedFromMillis = Math.min(releasedFromMillis, fromMillis);
  }

  /** No task that takes this long starts earlier, unless it reaches its own place. */
  long notBeforeMillis(long durationMillis) {
    // A task that starts before a released place may reach into it.
    return Math.min(startMillis, releasedFromMillis - durationMillis + 1);
  }

  /** How long the task before was: an own place that begins after this is not reached. */
  long durationMillis() {
    return durationMillis;
  }
}

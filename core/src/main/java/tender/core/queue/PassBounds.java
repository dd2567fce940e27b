package tender.core.queue;

import tender.core.model.Time;

/**
 * What the latest look of a pass has shown, so that whoever comes next need not look there again.
 * Whoever was looked at stands as early as he can; so nobody who is as wide and as long, and stands
 * no earlier, can start before him, until somebody gives back processors.
 *
 * <p>Only the latest look is remembered: queues are full of jobs like the one before, and asking
 * about more of them costs as much as it saves.
 */
final class PassBounds {
  private int width;
  private long durationMillis;
  private long startMillis;

  /** From where on processors were given back since. */
  private long releasedFromMillis;

  /** Begins a pass. */
  void reset() {
    width = Integer.MAX_VALUE;
  }

  /** Somebody was looked at and now stands as early as he can. */
  void recordStart(int width, long durationMillis, long startMillis) {
    this.width = width;
    this.durationMillis = durationMillis;
    this.startMillis = startMillis;
    releasedFromMillis = Time.NEVER;
  }

  /** Processors were given back from an instant on. */
  void recordReleased(long fromMillis) {
    releasedFromMillis = Math.min(releasedFromMillis, fromMillis);
  }

  /** No start before this can be possible for whoever stands at {@code startMillis}. */
  long notBefore(int width, long durationMillis, long startMillis) {
    if (this.width > width || this.durationMillis > durationMillis) {
      return Long.MIN_VALUE;
    }
    // Who stands earlier needs only what lies before his place; if that is shorter, he may fit.
    long shownMillis =
        this.startMillis <= startMillis ? this.startMillis : startMillis - this.durationMillis + 1;
    // What starts before the instant of giving back may reach into what was given.
    return Math.min(shownMillis, releasedFromMillis - durationMillis + 1);
  }
}

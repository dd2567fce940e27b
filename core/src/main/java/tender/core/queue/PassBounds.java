package tender.core.queue;

import tender.core.model.Time;

/**
 * What the latest search of a pass has shown, so that the next job need not search there again. The
 * job that was searched for is now as early as possible. A job that is at least as wide and as
 * long, and not planned earlier, cannot start before it, until processors are released.
 *
 * <p>Only the latest search is remembered: most jobs resemble the one before them, and looking up
 * more searches costs as much as it saves.
 */
final class PassBounds {
  private int width;
  private long durationMillis;
  private long startMillis;

  /** From when on processors were released since. */
  private long releasedFromMillis;

  /** Begins a pass. */
  void reset() {
    width = Integer.MAX_VALUE;
  }

  /** A job was searched for and is now as early as possible. */
  void recordStart(int width, long durationMillis, long startMillis) {
    this.width = width;
    this.durationMillis = durationMillis;
    this.startMillis = startMillis;
    releasedFromMillis = Time.NEVER;
  }

  /** Processors were released from an instant on. */
  void recordReleased(long fromMillis) {
    releasedFromMillis = Math.min(releasedFromMillis, fromMillis);
  }

  /** A lower bound for the start of a job that is planned at {@code startMillis}. */
  long notBefore(int width, long durationMillis, long startMillis) {
    if (this.width > width || this.durationMillis > durationMillis) {
      return Long.MIN_VALUE;
    }
    // A job planned earlier needs only free time before its place; a shorter gap may suffice there.
    long boundMillis =
        this.startMillis <= startMillis ? this.startMillis : startMillis - this.durationMillis + 1;
    // A job that starts before the released capacity may reach into it.
    return Math.min(boundMillis, releasedFromMillis - durationMillis + 1);
  }
}

package tender.core.profile;

import java.util.Arrays;
import tender.core.model.Time;

/**
 * Finds the starts of many equal tasks that are placed one by one, each as early as it fits, in one
 * pass over a profile.
 *
 * <p>A window as long as a task moves over time. As many tasks start at its left edge as the least
 * number of free processors in it allows. They take theirs all along the window, so the order of
 * what is in it stays the same; and what comes into it later is untouched, for by then those tasks
 * have ended. So the least is found as in any sliding window, with a queue of those pieces of time
 * that have fewer free than all behind them. Where nothing can start, the window goes on to the end
 * of the piece that has the least.
 */
final class EqualTaskPlacer {
  private final Profile profile;
  private final int width;
  private final long durationMillis;

  /** The pieces in the window that may be its least, in order of time. */
  private long[] untilMillis = new long[16];

  /** What is free on each, as if the tasks placed before it came in had not been placed. */
  private long[] free = new long[16];

  private int first;
  private int afterLast;
  private long taken;
  private int nextStep;
  private long enteredUntilMillis;

  EqualTaskPlacer(Profile profile, int width, long durationMillis) {
    this.profile = profile;
    this.width = width;
    this.durationMillis = durationMillis;
  }

  /**
   * Looks from an instant on, which lies on the given step.
   *
   * @return the start of the last task, {@link Time#NEVER} if not all find room
   */
  long place(int tasks, int firstStep, long notBeforeMillis, Profile.RunConsumer runs) {
    nextStep = firstStep;
    enteredUntilMillis = notBeforeMillis;
    long startMillis = notBeforeMillis;
    long latestEndMillis = latestEndMillis();
    int left = tasks;
    while (startMillis + durationMillis <= latestEndMillis) {
      enterUntil(startMillis + durationMillis);
      while (untilMillis[first] <= startMillis) {
        first++;
      }
      int together = (int) Math.min(left, (free[first] - taken) / width);
      if (together > 0) {
        runs.add(startMillis, together);
        taken += (long) together * width;
        left -= together;
        if (left == 0) {
          return startMillis;
        }
      }
      startMillis = untilMillis[first];
    }
    return Time.NEVER;
  }

  /** What never ends may leave too few free: nothing can reach into that. */
  private long latestEndMillis() {
    int last = profile.steps() - 1;
    return profile.stepFree(last) >= width ? Time.NEVER : profile.stepFromMillis(last);
  }

  /** Lets all of time up to an instant into the window. */
  private void enterUntil(long instantMillis) {
    while (enteredUntilMillis < instantMillis) {
      long stepUntilMillis = profile.stepUntilMillis(nextStep);
      long pieceUntilMillis = Math.min(stepUntilMillis, instantMillis);
      add(pieceUntilMillis, profile.stepFree(nextStep) + taken);
      enteredUntilMillis = pieceUntilMillis;
      nextStep += pieceUntilMillis == stepUntilMillis ? 1 : 0;
    }
  }

  private void add(long untilMillis, long free) {
    while (afterLast > first && this.free[afterLast - 1] >= free) {
      afterLast--;
    }
    if (afterLast == this.free.length) {
      makeRoom();
    }
    this.untilMillis[afterLast] = untilMillis;
    this.free[afterLast] = free;
    afterLast++;
  }

  private void makeRoom() {
    int size = afterLast - first;
    int capacity = 2 * size > free.length ? 2 * free.length : free.length;
    untilMillis = Arrays.copyOf(Arrays.copyOfRange(untilMillis, first, afterLast), capacity);
    free = Arrays.copyOf(Arrays.copyOfRange(free, first, afterLast), capacity);
    first = 0;
    afterLast = size;
  }
}

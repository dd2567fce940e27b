package tender.core.profile;

import java.util.Arrays;
import tender.core.model.Time;

/**
 * Finds the starts of many equal tasks that are placed one by one, each as early as possible, in
 * one pass over a profile.
 *
 * <p>A window of a task's duration moves over time. As many tasks start at its left edge as the
 * least number of free processors in it allows. They take processors along the whole window, so the
 * order of the intervals in it by free processors stays the same; intervals that enter later are
 * not affected, because those tasks have ended by then. So the minimum is found as in any sliding
 * window, with a queue of the intervals that have fewer free processors than all after them. Where
 * nothing can start, the window moves to the end of the interval with the minimum.
 */
public final class EqualTaskPlacer {
  private final Profile profile;
  private final int width;
  private final long durationMillis;

  /** The intervals in the window that may be its minimum, in order of time. */
  private long[] untilMillis = new long[16];

  /** Free processors of each, without the tasks that were placed before it entered the window. */
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
   * Finds the starts that {@link Profile#takeEach} would give the tasks, and takes nothing.
   *
   * @return the start of the last task, {@link Time#NEVER} if not all tasks fit
   */
  public static long findStarts(
      ArrayProfile profile,
      int tasks,
      int width,
      long durationMillis,
      long notBeforeMillis,
      Profile.RunConsumer runs) {
    long startMillis = profile.earliestStart(width, durationMillis, notBeforeMillis);
    return startMillis == Time.NEVER
        ? Time.NEVER
        : new EqualTaskPlacer(profile, width, durationMillis)
            .place(tasks, profile.stepAt(startMillis), startMillis, runs);
  }

  /**
   * Searches from an instant on, which is on the given step.
   *
   * @return the start of the last task, {@link Time#NEVER} if not all tasks fit
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

  /** The last step never ends and may have too few free processors: no task can reach into it. */
  private long latestEndMillis() {
    int last = profile.steps() - 1;
    return profile.stepFree(last) >= width ? Time.NEVER : profile.stepFromMillis(last);
  }

  /** Lets all intervals up to an instant enter the window. */
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

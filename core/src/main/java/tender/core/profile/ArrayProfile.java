package tender.core.profile;

import java.util.Arrays;
import tender.core.model.Time;

/**
 * A {@link Profile} in two sorted arrays: where each step begins, and how many processors are free
 * on it.
 *
 * <p>Plain arrays, because planning touches few steps near each other: a placement is one binary
 * search, a short scan and a short move of memory, all in cache, and a branch is two array copies.
 * Two details keep long queues fast: neighbouring steps that became equal are merged at once, and a
 * search begins where {@link KnownBounds earlier searches} have shown that it may.
 */
public final class ArrayProfile implements Profile {
  /** A search shorter than this costs less than remembering what it showed. */
  private static final int STEPS_WORTH_NOTING = 48;

  private long[] fromMillis;
  private int[] free;
  private int steps;

  private final KnownBounds bounds;

  /** What was given back from here on may have made false what is known. */
  private long releasedFromMillis;

  ArrayProfile(long[] fromMillis, int[] free, int steps) {
    this(
        fromMillis,
        free,
        steps,
        KnownBounds.none(Arrays.stream(free, 0, steps).max().orElseThrow()),
        Time.NEVER);
  }

  private ArrayProfile(
      long[] fromMillis, int[] free, int steps, KnownBounds bounds, long givenFromMillis) {
    this.fromMillis = fromMillis;
    this.free = free;
    this.steps = steps;
    this.bounds = bounds;
    this.releasedFromMillis = givenFromMillis;
  }

  /** A profile with the same number of processors free from an instant on, for ever. */
  public static ArrayProfile of(long originMillis, int processors) {
    return new ProfileBuilder(1).step(originMillis, processors).build();
  }

  @Override
  public long originMillis() {
    return fromMillis[0];
  }

  @Override
  public int freeAt(long instantMillis) {
    return free[stepAt(instantMillis)];
  }

  @Override
  public int minFree(long fromMillis, long untilMillis) {
    int step = stepAt(fromMillis);
    int least = free[step];
    while (++step < steps && this.fromMillis[step] < untilMillis) {
      least = Math.min(least, free[step]);
    }
    return least;
  }

  @Override
  public long earliestStart(int width, long durationMillis, long notBeforeMillis) {
    int step = earliestStep(width, durationMillis, notBeforeMillis);
    return step == steps ? Time.NEVER : Math.max(fromMillis[step], notBeforeMillis);
  }

  @Override
  public long earlierStart(int width, long durationMillis, long notBeforeMillis, long startMillis) {
    return earlierStart(width, durationMillis, notBeforeMillis, startMillis, startMillis);
  }

  /**
   * The same for whoever knows that no start is to be found from {@code beforeMillis} on, because
   * nothing behind it was given back since it was searched for last.
   */
  public long earlierStart(
      int width, long durationMillis, long notBeforeMillis, long startMillis, long beforeMillis) {
    long searchUntilMillis = Math.min(beforeMillis, startMillis);
    int step = stepAt(notBeforeMillis);
    while (true) {
      while (step < steps && free[step] < width && fromMillis[step] < searchUntilMillis) {
        step++;
      }
      if (step == steps || fromMillis[step] >= searchUntilMillis) {
        return startMillis;
      }
      long candidateMillis = Math.max(fromMillis[step], notBeforeMillis);
      long neededUntilMillis = Math.min(candidateMillis + durationMillis, startMillis);
      do {
        step++;
        if (step == steps || fromMillis[step] >= neededUntilMillis) {
          return candidateMillis;
        }
      } while (free[step] >= width);
    }
  }

  /**
   * Moves what has its processors from {@code startMillis} on to an {@link #earlierStart earlier
   * start}. Where the two places overlap nothing changes, so that a short move of something long
   * touches two short stretches of time only.
   *
   * @return the most processors free at any instant of what is given back
   */
  public int moveEarlier(int width, long durationMillis, long startMillis, long earlierMillis) {
    long earlierEndMillis = earlierMillis + durationMillis;
    long givenFromMillis = Math.max(startMillis, earlierEndMillis);
    long givenUntilMillis = startMillis + durationMillis;
    int givenStep = stepAt(givenFromMillis);
    int mostFree = maxFree(givenStep, givenUntilMillis) + width;
    add(givenStep, givenFromMillis, givenUntilMillis, width);
    this.releasedFromMillis = Math.min(this.releasedFromMillis, givenFromMillis);
    add(stepAt(earlierMillis), earlierMillis, Math.min(startMillis, earlierEndMillis), -width);
    return mostFree;
  }

  /** The most processors free at any instant from {@code from} until before {@code until}. */
  public int maxFree(long fromMillis, long untilMillis) {
    return maxFree(stepAt(fromMillis), untilMillis);
  }

  private int maxFree(int firstStep, long untilMillis) {
    int step = firstStep;
    int most = free[step];
    while (++step < steps && fromMillis[step] < untilMillis) {
      most = Math.max(most, free[step]);
    }
    return most;
  }

  @Override
  public long takeEarliest(int width, long durationMillis, long notBeforeMillis) {
    int step = earliestStep(width, durationMillis, notBeforeMillis);
    if (step == steps) {
      return Time.NEVER;
    }
    long startMillis = Math.max(fromMillis[step], notBeforeMillis);
    add(step, startMillis, startMillis + durationMillis, -width);
    return startMillis;
  }

  @Override
  public long takeEach(int tasks, int width, long durationMillis, long notBeforeMillis, RunConsumer runs) {
    if (tasks == 0) {
      return notBeforeMillis;
    }
    int step = earliestStep(width, durationMillis, notBeforeMillis);
    if (step == steps) {
      return Time.NEVER;
    }
    long startMillis = Math.max(fromMillis[step], notBeforeMillis);
    if (tasks == 1) {
      add(step, startMillis, startMillis + durationMillis, -width);
      runs.add(startMillis, 1);
      return startMillis;
    }
    TaskRuns placed = new TaskRuns();
    long lastMillis =
        new EqualTaskPlacer(this, width, durationMillis).place(tasks, step, startMillis, placed);
    placed.takeFrom(this, width, durationMillis);
    placed.forEach(runs);
    return lastMillis;
  }

  @Override
  public void take(long fromMillis, long untilMillis, int processors) {
    int least = minFree(fromMillis, untilMillis);
    if (least < processors) {
      throw new IllegalStateException(
          "Taking "
              + processors
              + " processors from "
              + fromMillis
              + " until "
              + untilMillis
              + " ms, but at some instant only "
              + least
              + " are free.");
    }
    add(stepAt(fromMillis), fromMillis, untilMillis, -processors);
  }

  @Override
  public void release(long fromMillis, long untilMillis, int processors) {
    add(stepAt(fromMillis), fromMillis, untilMillis, processors);
    releasedFrom(fromMillis);
  }

  /**
   * Tells the profile what is true and it need not find out: that nothing so wide and so long can
   * start before an instant.
   */
  public void noteEarliestStart(int width, long durationMillis, long instantMillis) {
    // In a short profile a search costs less than remembering what it found.
    if (steps > STEPS_WORTH_NOTING) {
      bounds.learn(width, durationMillis, instantMillis);
    }
  }

  @Override
  public void trimBefore(long instantMillis) {
    int first = stepAt(instantMillis);
    steps -= first;
    System.arraycopy(fromMillis, first, fromMillis, 0, steps);
    System.arraycopy(free, first, free, 0, steps);
    fromMillis[0] = instantMillis;
  }

  @Override
  public ArrayProfile copy() {
    return new ArrayProfile(
        fromMillis.clone(), free.clone(), steps, bounds.copy(), releasedFromMillis);
  }

  @Override
  public int steps() {
    return steps;
  }

  @Override
  public long stepFromMillis(int step) {
    return fromMillis[step];
  }

  @Override
  public long stepUntilMillis(int step) {
    return step + 1 < steps ? fromMillis[step + 1] : Time.NEVER;
  }

  @Override
  public int stepFree(int step) {
    return free[step];
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int step = 0; step < steps; step++) {
      text.append(step == 0 ? "" : ", ")
          .append(free[step])
          .append(" from ")
          .append(fromMillis[step]);
    }
    return text.toString();
  }

  /** The step on which the earliest start lies, or the number of steps if there is none. */
  private int earliestStep(int width, long durationMillis, long notBeforeMillis) {
    if (notBeforeMillis == Time.NEVER) {
      return steps;
    }
    long knownMillis = Math.max(fromMillis[0], knownBound(width, durationMillis));
    int firstLookedAt = stepAt(Math.max(knownMillis, notBeforeMillis));
    int step = searchFrom(firstLookedAt, notBeforeMillis, width, durationMillis);
    boolean searchedFromKnown = notBeforeMillis <= knownMillis;
    if (searchedFromKnown && step < steps && step - firstLookedAt > STEPS_WORTH_NOTING) {
      if (releasedFromMillis != Time.NEVER) {
        bounds.forget();
        releasedFromMillis = Time.NEVER;
      }
      noteEarliestStart(width, durationMillis, fromMillis[step]);
    }
    return step;
  }

  private long knownBound(int width, long durationMillis) {
    long knownMillis = bounds.notBefore(width, durationMillis);
    // What starts before the instant of giving back may reach into what was given.
    return releasedFromMillis == Time.NEVER
        ? knownMillis
        : Math.min(knownMillis, releasedFromMillis - durationMillis + 1);
  }

  private int searchFrom(int firstStep, long notBeforeMillis, int width, long durationMillis) {
    int step = firstStep;
    while (true) {
      while (step < steps && free[step] < width) {
        step++;
      }
      if (step == steps) {
        return steps;
      }
      int first = step;
      long endMillis = Math.max(fromMillis[step], notBeforeMillis) + durationMillis;
      do {
        step++;
        if (step == steps || fromMillis[step] >= endMillis) {
          return first;
        }
      } while (free[step] >= width);
    }
  }

  /** The step on which an instant lies. */
  int stepAt(long instantMillis) {
    if (instantMillis < fromMillis[0]) {
      throw new IllegalArgumentException(
          "The instant "
              + instantMillis
              + " ms lies before the profile's origin at "
              + fromMillis[0]
              + " ms.");
    }
    // Most is asked about the present, which is where the profile begins.
    if (steps == 1 || instantMillis < fromMillis[1]) {
      return 0;
    }
    // A binary search without branches, which processors would guess wrong half of the time.
    int step = 1;
    for (int left = steps - 1; left > 1; left -= left >>> 1) {
      int half = left >>> 1;
      step += fromMillis[step + half] <= instantMillis ? half : 0;
    }
    return step;
  }

  /**
   * Adds to what is free from one instant, which lies on the given step, until another. Whatever
   * steps this splits or makes equal to their neighbours, the arrays are moved once.
   */
  void add(int first, long fromMillis, long untilMillis, int change) {
    int last = first;
    while (last + 1 < steps && this.fromMillis[last + 1] < untilMillis) {
      last++;
    }
    int freeOnLast = free[last];
    boolean splitsFirst = this.fromMillis[first] < fromMillis;
    boolean splitsLast = untilMillis < stepUntilMillis(last);
    boolean joinsBefore = !splitsFirst && first > 0 && free[first - 1] == free[first] + change;
    boolean joinsAfter = !splitsLast && last + 1 < steps && free[last + 1] == freeOnLast + change;
    int shift = splitsFirst ? 1 : joinsBefore ? -1 : 0;
    int shiftBehind = shift + (splitsLast ? 1 : joinsAfter ? -1 : 0);
    int behind = joinsAfter ? last + 2 : last + 1;
    int firstMoved = joinsBefore ? first + 1 : first;
    reserve(steps + shiftBehind);
    if (shift > 0) {
      move(behind, steps, shiftBehind);
      move(firstMoved, last + 1, shift);
    } else {
      move(firstMoved, last + 1, shift);
      move(behind, steps, shiftBehind);
    }
    steps += shiftBehind;
    int firstChanged = splitsFirst ? first + 1 : first;
    for (int step = firstChanged; step <= last + shift; step++) {
      free[step] += change;
    }
    if (splitsFirst) {
      this.fromMillis[first + 1] = fromMillis;
    }
    if (splitsLast) {
      this.fromMillis[last + shift + 1] = untilMillis;
      free[last + shift + 1] = freeOnLast;
    }
  }

  /** More is free than before from an instant on. */
  void releasedFrom(long instantMillis) {
    releasedFromMillis = Math.min(releasedFromMillis, instantMillis);
  }

  /** Replaces all steps at once; the caller answers for what is known of where more is free. */
  void replaceSteps(long[] fromMillis, int[] free, int steps) {
    this.fromMillis = fromMillis;
    this.free = free;
    this.steps = steps;
  }

  private void reserve(int steps) {
    if (steps > free.length) {
      int capacity = steps + (steps >> 1) + 8;
      fromMillis = Arrays.copyOf(fromMillis, capacity);
      free = Arrays.copyOf(free, capacity);
    }
  }

  private void move(int first, int afterLast, int shift) {
    if (shift != 0 && afterLast > first) {
      System.arraycopy(fromMillis, first, fromMillis, first + shift, afterLast - first);
      System.arraycopy(free, first, free, first + shift, afterLast - first);
    }
  }
}

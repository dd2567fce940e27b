package tender.core.profile;

import java.util.Arrays;
import tender.core.model.Time;

/**
 * A {@link Profile} in two sorted arrays: where each step begins, and how many processors are free
 * on it.
 *
 * <p>It uses plain arrays because planning touches few steps near each other: a placement is one
 * binary search, a short scan and a short move of memory, all in cache, and a copy is two array
 * copies. Two details keep long queues fast: neighbouring steps that became equal are merged
 * immediately, and a search begins after the instants that {@link KnownBounds earlier searches}
 * have excluded.
 */
public final class ArrayProfile implements Profile {
  /** A search shorter than this costs less than remembering its result. */
  private static final int STEPS_WORTH_NOTING = 48;

  private long[] fromMillis;
  private int[] free;
  private int steps;

  private final KnownBounds bounds;

  /**
   * Known bounds may be wrong for starts that reach this instant, where processors were released.
   */
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
      long[] fromMillis, int[] free, int steps, KnownBounds bounds, long releasedFromMillis) {
    this.fromMillis = fromMillis;
    this.free = free;
    this.steps = steps;
    this.bounds = bounds;
    this.releasedFromMillis = releasedFromMillis;
  }

  /** A profile with the same number of free processors from an instant on, without end. */
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

  /**
   * The earliest start, not before the given instant, to which an allocation that begins at {@code
   * startMillis} can be moved: where it overlaps its current place it needs no other processors.
   * Its current start if there is no earlier one.
   *
   * @param beforeMillis from when on it is known that there is no start, because nothing after it
   *     was released since the last search
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
   * Moves an allocation that begins at {@code startMillis} to an {@link #earlierStart earlier
   * start}. Where the two places overlap nothing changes, so that a short move of a long allocation
   * touches only two short intervals.
   *
   * @return the most processors free at any instant of what is released
   */
  public int moveEarlier(int width, long durationMillis, long startMillis, long earlierMillis) {
    long earlierEndMillis = earlierMillis + durationMillis;
    long releasedFromMillis = Math.max(startMillis, earlierEndMillis);
    long releasedUntilMillis = startMillis + durationMillis;
    int releasedStep = stepAt(releasedFromMillis);
    int maxFree = maxFree(releasedStep, releasedUntilMillis) + width;
    add(releasedStep, releasedFromMillis, releasedUntilMillis, width);
    this.releasedFromMillis = Math.min(this.releasedFromMillis, releasedFromMillis);
    add(stepAt(earlierMillis), earlierMillis, Math.min(startMillis, earlierEndMillis), -width);
    return maxFree;
  }

  /** The most processors free at any instant from {@code from} (inclusive) until {@code until}. */
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
  public long takeEach(
      int tasks, int width, long durationMillis, long notBeforeMillis, RunConsumer runs) {
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
          "Cannot take "
              + processors
              + " processors from "
              + fromMillis
              + " until "
              + untilMillis
              + " ms: at some instant only "
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

  /** Notes that nothing this wide and this long can start before an instant, to save a search. */
  public void noteEarliestStart(int width, long durationMillis, long instantMillis) {
    // In a short profile a search costs less than remembering its result.
    if (steps > STEPS_WORTH_NOTING) {
      bounds.record(width, durationMillis, instantMillis);
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

  /** The step that contains the earliest start, or the number of steps if there is none. */
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
        bounds.clear();
        releasedFromMillis = Time.NEVER;
      }
      noteEarliestStart(width, durationMillis, fromMillis[step]);
    }
    return step;
  }

  private long knownBound(int width, long durationMillis) {
    long knownMillis = bounds.notBefore(width, durationMillis);
    // What starts before the instant of the release may reach into what was released.
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

  /** The step that contains an instant. */
  int stepAt(long instantMillis) {
    if (instantMillis < fromMillis[0]) {
      throw new IllegalArgumentException(
          "The instant "
              + instantMillis
              + " ms is before the profile's origin at "
              + fromMillis[0]
              + " ms.");
    }
    // Most calls are about the present, which is where the profile begins.
    if (steps == 1 || instantMillis < fromMillis[1]) {
      return 0;
    }
    // A binary search without branches, because branches would be mispredicted half of the time.
    int step = 1;
    for (int left = steps - 1; left > 1; left -= left >>> 1) {
      int half = left >>> 1;
      step += fromMillis[step + half] <= instantMillis ? half : 0;
    }
    return step;
  }

  /**
   * Adds to the free processors from one instant, which is on the given step, until another.
   * However many steps this splits or merges, the arrays are moved once.
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

  /** More processors are free than before from an instant on. */
  void releasedFrom(long instantMillis) {
    releasedFromMillis = Math.min(releasedFromMillis, instantMillis);
  }

  /** Replaces all steps; the caller must keep the known bounds correct. */
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

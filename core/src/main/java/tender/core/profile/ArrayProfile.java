package tender.core.profile;

import java.util.Arrays;
import tender.core.model.Time;

/**
 * A {@link Profile} in two sorted arrays: where each step begins, and how many processors are free
 * on it.
 *
 * <p>Plain arrays, because planning touches few steps near each other: a placement is one binary
 * search, a short scan and a short move of memory, all in cache, and a branch is two array copies.
 * Two details keep long queues fast. Neighbouring steps that became equal are merged at once. And a
 * planner mostly fills a machine from the front, so the profile remembers for each power of two
 * before which step nothing that wide is free, and starts a search there.
 */
public final class ArrayProfile implements Profile {
  private static final int WIDTH_CLASSES = 31;

  private long[] fromMillis;
  private int[] free;
  private int steps;

  /**
   * At {@code k}: a step before which every step has fewer than 2^k processors free. Nothing of
   * that width can start before it.
   */
  private final int[] tooNarrowBefore;

  private ArrayProfile(long[] fromMillis, int[] free, int steps, int[] tooNarrowBefore) {
    this.fromMillis = fromMillis;
    this.free = free;
    this.steps = steps;
    this.tooNarrowBefore = tooNarrowBefore;
  }

  /** A profile with the same number of processors free from an instant on, for ever. */
  public static ArrayProfile of(long originMillis, int processors) {
    return new Builder(1).step(originMillis, processors).build();
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
  public int leastFree(long fromMillis, long untilMillis) {
    int step = stepAt(fromMillis);
    int least = free[step];
    while (++step < steps && this.fromMillis[step] < untilMillis) {
      least = Math.min(least, free[step]);
    }
    return least;
  }

  @Override
  public long earliestStart(int width, long durationMillis, long notBeforeMillis) {
    int step = firstStepFor(width);
    if (step == steps || notBeforeMillis == Time.NEVER) {
      return Time.NEVER;
    }
    if (fromMillis[step] < notBeforeMillis) {
      step = stepAt(notBeforeMillis);
    }
    while (true) {
      while (step < steps && free[step] < width) {
        step++;
      }
      if (step == steps) {
        return Time.NEVER;
      }
      long startMillis = Math.max(fromMillis[step], notBeforeMillis);
      long endMillis = startMillis + durationMillis;
      do {
        step++;
        if (step == steps || fromMillis[step] >= endMillis) {
          return startMillis;
        }
      } while (free[step] >= width);
    }
  }

  @Override
  public void take(long fromMillis, long untilMillis, int processors) {
    int least = leastFree(fromMillis, untilMillis);
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
    add(fromMillis, untilMillis, -processors);
  }

  @Override
  public void give(long fromMillis, long untilMillis, int processors) {
    add(fromMillis, untilMillis, processors);
    int firstChanged = stepAt(fromMillis);
    for (int k = 0; k < WIDTH_CLASSES; k++) {
      tooNarrowBefore[k] = Math.min(tooNarrowBefore[k], firstChanged);
    }
  }

  @Override
  public void forgetBefore(long instantMillis) {
    int first = stepAt(instantMillis);
    steps -= first;
    System.arraycopy(fromMillis, first, fromMillis, 0, steps);
    System.arraycopy(free, first, free, 0, steps);
    fromMillis[0] = instantMillis;
    for (int k = 0; k < WIDTH_CLASSES; k++) {
      tooNarrowBefore[k] = Math.max(0, tooNarrowBefore[k] - first);
    }
  }

  @Override
  public ArrayProfile branch() {
    return new ArrayProfile(fromMillis.clone(), free.clone(), steps, tooNarrowBefore.clone());
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

  /** The first step on which {@code width} might be free; all before it are too narrow. */
  private int firstStepFor(int width) {
    int k = Math.max(0, 31 - Integer.numberOfLeadingZeros(width));
    int step = tooNarrowBefore[k];
    while (step < steps && free[step] < 1 << k) {
      step++;
    }
    tooNarrowBefore[k] = step;
    return step;
  }

  private int stepAt(long instantMillis) {
    if (instantMillis < fromMillis[0]) {
      throw new IllegalArgumentException(
          "The instant "
              + instantMillis
              + " ms lies before the profile's origin at "
              + fromMillis[0]
              + " ms.");
    }
    int found = Arrays.binarySearch(fromMillis, 0, steps, instantMillis);
    return found >= 0 ? found : -found - 2;
  }

  private void add(long fromMillis, long untilMillis, int change) {
    int first = splitAt(fromMillis);
    int afterLast = untilMillis == Time.NEVER ? steps : splitAt(untilMillis);
    for (int step = first; step < afterLast; step++) {
      free[step] += change;
    }
    mergeWithPrevious(afterLast);
    mergeWithPrevious(first);
  }

  /** Makes a step begin at the instant, and returns its number. */
  private int splitAt(long instantMillis) {
    int step = stepAt(instantMillis);
    if (fromMillis[step] == instantMillis) {
      return step;
    }
    if (steps == free.length) {
      int capacity = steps + (steps >> 1) + 8;
      fromMillis = Arrays.copyOf(fromMillis, capacity);
      free = Arrays.copyOf(free, capacity);
    }
    step++;
    System.arraycopy(fromMillis, step, fromMillis, step + 1, steps - step);
    System.arraycopy(free, step, free, step + 1, steps - step);
    fromMillis[step] = instantMillis;
    free[step] = free[step - 1];
    steps++;
    for (int k = 0; k < WIDTH_CLASSES; k++) {
      tooNarrowBefore[k] += tooNarrowBefore[k] >= step ? 1 : 0;
    }
    return step;
  }

  private void mergeWithPrevious(int step) {
    if (step == 0 || step >= steps || free[step] != free[step - 1]) {
      return;
    }
    steps--;
    System.arraycopy(fromMillis, step + 1, fromMillis, step, steps - step);
    System.arraycopy(free, step + 1, free, step, steps - step);
    for (int k = 0; k < WIDTH_CLASSES; k++) {
      tooNarrowBefore[k] -= tooNarrowBefore[k] > step ? 1 : 0;
    }
  }

  /** Makes a profile out of steps in the order of time; equal neighbours become one step. */
  public static final class Builder {
    private final long[] fromMillis;
    private final int[] free;
    private int steps;

    /**
     * @param capacity how many steps there will be at most
     */
    public Builder(int capacity) {
      fromMillis = new long[capacity];
      free = new int[capacity];
    }

    /** Adds a step; one at the same instant as the step before overrules it. */
    public Builder step(long fromMillis, int free) {
      if (steps > 0 && this.fromMillis[steps - 1] == fromMillis) {
        steps--;
      }
      if (steps == 0 || this.free[steps - 1] != free) {
        this.fromMillis[steps] = fromMillis;
        this.free[steps] = free;
        steps++;
      }
      return this;
    }

    /** The profile; the builder must not be used again. */
    public ArrayProfile build() {
      if (steps == 0) {
        throw new IllegalStateException("A profile needs at least one step.");
      }
      return new ArrayProfile(fromMillis, free, steps, new int[WIDTH_CLASSES]);
    }
  }
}

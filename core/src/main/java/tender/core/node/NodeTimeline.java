package tender.core.node;

import java.util.Arrays;
import tender.core.model.Time;
import tender.core.resource.ResourceAmounts;

/**
 * What is free on one node at each instant: a step function of {@link PackedAmounts} whose last
 * step never ends. Neighbouring steps differ.
 */
public final class NodeTimeline {
  private long[] fromMillis;

  /** Free processors and memory. */
  private long[] computing;

  /** Free GPUs and scratch disk. */
  private long[] extra;

  private int steps;

  /** The step at which the last search found a start. */
  private int found;

  private NodeTimeline(long[] fromMillis, long[] computing, long[] extra, int steps) {
    this.fromMillis = fromMillis;
    this.computing = computing;
    this.extra = extra;
    this.steps = steps;
  }

  /** The same amounts from an instant on, without end. */
  static NodeTimeline of(long originMillis, long computing, long extra) {
    return new NodeTimeline(
        new long[] {originMillis}, new long[] {computing}, new long[] {extra}, 1);
  }

  NodeTimeline copy() {
    return new NodeTimeline(
        Arrays.copyOf(fromMillis, steps),
        Arrays.copyOf(computing, steps),
        Arrays.copyOf(extra, steps),
        steps);
  }

  long computingAt(long instantMillis) {
    return computing[stepAt(instantMillis)];
  }

  /** The free processors and memory at the start that the last search found. */
  long computingFound() {
    return computing[found];
  }

  long extraAt(long instantMillis) {
    return extra[stepAt(instantMillis)];
  }

  /** Whether the amounts are free from one instant (inclusive) until another (exclusive). */
  public boolean fits(long computing, long extra, long fromMillis, long untilMillis) {
    int step = stepAt(fromMillis);
    found = step;
    do {
      if (!fitsStep(computing, extra, step)) {
        return false;
      }
      step++;
    } while (step < steps && this.fromMillis[step] < untilMillis);
    return true;
  }

  /** The earliest start, not before an instant; {@link Time#NEVER} if there is none. */
  long earliestStart(long computing, long extra, long durationMillis, long notBeforeMillis) {
    if (notBeforeMillis == Time.NEVER) {
      return Time.NEVER;
    }
    int step = stepAt(notBeforeMillis);
    while (true) {
      while (step < steps && !fitsStep(computing, extra, step)) {
        step++;
      }
      if (step == steps) {
        return Time.NEVER;
      }
      found = step;
      long startMillis = Math.max(fromMillis[step], notBeforeMillis);
      long endMillis = startMillis + durationMillis;
      do {
        step++;
        if (step == steps || fromMillis[step] >= endMillis) {
          return startMillis;
        }
      } while (fitsStep(computing, extra, step));
    }
  }

  /**
   * The earliest start of a task that occupies this node from {@code ownStartMillis} on: where its
   * new place overlaps its current place it needs nothing more. Its current start if there is no
   * earlier one.
   */
  long earlierStart(
      long computing, long extra, long durationMillis, long notBeforeMillis, long ownStartMillis) {
    int step = stepAt(notBeforeMillis);
    while (true) {
      while (step < steps
          && fromMillis[step] < ownStartMillis
          && !fitsStep(computing, extra, step)) {
        step++;
      }
      if (step == steps || fromMillis[step] >= ownStartMillis) {
        return Math.max(ownStartMillis, notBeforeMillis);
      }
      found = step;
      long startMillis = Math.max(fromMillis[step], notBeforeMillis);
      long neededUntilMillis = Math.min(startMillis + durationMillis, ownStartMillis);
      do {
        step++;
        if (step == steps || fromMillis[step] >= neededUntilMillis) {
          return startMillis;
        }
      } while (fitsStep(computing, extra, step));
    }
  }

  /** The least free amounts in an interval, each on its own. */
  ResourceAmounts leastFree(long fromMillis, long untilMillis) {
    int step = stepAt(fromMillis);
    ResourceAmounts least = PackedAmounts.unpack(computing[step], extra[step]);
    for (step++; step < steps && this.fromMillis[step] < untilMillis; step++) {
      least = least.atMost(PackedAmounts.unpack(computing[step], extra[step]));
    }
    return least;
  }

  /** The greatest free amounts in an interval, each on its own. */
  ResourceAmounts mostFree(long fromMillis, long untilMillis) {
    int step = stepAt(fromMillis);
    int processors = 0;
    int memoryMib = 0;
    int gpus = 0;
    int scratchMib = 0;
    do {
      processors = Math.max(processors, PackedAmounts.high(computing[step]));
      memoryMib = Math.max(memoryMib, PackedAmounts.low(computing[step]));
      gpus = Math.max(gpus, PackedAmounts.high(extra[step]));
      scratchMib = Math.max(scratchMib, PackedAmounts.low(extra[step]));
      step++;
    } while (step < steps && this.fromMillis[step] < untilMillis);
    return new ResourceAmounts(processors, memoryMib, gpus, scratchMib);
  }

  /** Adds amounts, which are negative for a task that starts, in an interval. */
  void add(long fromMillis, long untilMillis, long computing, long extra) {
    int first = split(fromMillis);
    int end = untilMillis == Time.NEVER ? steps : split(untilMillis);
    for (int step = first; step < end; step++) {
      this.computing[step] += computing;
      this.extra[step] += extra;
    }
    mergeAt(end);
    mergeAt(first);
  }

  /** Drops the steps that ended by an instant. */
  public void trimBefore(long instantMillis) {
    if (steps > 1 && fromMillis[1] <= instantMillis) {
      int first = stepAt(instantMillis);
      steps -= first;
      System.arraycopy(fromMillis, first, fromMillis, 0, steps);
      System.arraycopy(computing, first, computing, 0, steps);
      System.arraycopy(extra, first, extra, 0, steps);
    }
  }

  public int steps() {
    return steps;
  }

  public long fromMillis(int step) {
    return fromMillis[step];
  }

  /** Where a step ends and the next begins, {@link Time#NEVER} for the last. */
  public long untilMillis(int step) {
    return step + 1 < steps ? fromMillis[step + 1] : Time.NEVER;
  }

  public long computing(int step) {
    return computing[step];
  }

  public long extra(int step) {
    return extra[step];
  }

  /**
   * The first of the steps up to a step in which the amounts are free; this step if they are not.
   */
  public int firstOfGap(long computing, long extra, int step) {
    int first = step;
    while (first > 0
        && fitsStep(computing, extra, first)
        && fitsStep(computing, extra, first - 1)) {
      first--;
    }
    return first;
  }

  /** Whether the amounts are free in a step. */
  public boolean fitsStep(long computing, long extra, int step) {
    return PackedAmounts.fits(computing, this.computing[step])
        && PackedAmounts.fits(extra, this.extra[step]);
  }

  /** The step that contains an instant; the first one also contains everything before it. */
  public int stepAt(long instantMillis) {
    // Most calls are about the present, which is where the timeline begins.
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

  /** Makes a step begin at an instant and returns it. */
  private int split(long instantMillis) {
    int step = stepAt(instantMillis);
    if (fromMillis[step] >= instantMillis) {
      return step;
    }
    if (steps == fromMillis.length) {
      int capacity = steps + (steps >> 1) + 4;
      fromMillis = Arrays.copyOf(fromMillis, capacity);
      computing = Arrays.copyOf(computing, capacity);
      extra = Arrays.copyOf(extra, capacity);
    }
    int moved = steps - step - 1;
    System.arraycopy(fromMillis, step + 1, fromMillis, step + 2, moved);
    System.arraycopy(computing, step, computing, step + 1, moved + 1);
    System.arraycopy(extra, step, extra, step + 1, moved + 1);
    fromMillis[step + 1] = instantMillis;
    steps++;
    return step + 1;
  }

  private void mergeAt(int step) {
    if (step > 0
        && step < steps
        && computing[step] == computing[step - 1]
        && extra[step] == extra[step - 1]) {
      int moved = steps - step - 1;
      System.arraycopy(fromMillis, step + 1, fromMillis, step, moved);
      System.arraycopy(computing, step + 1, computing, step, moved);
      System.arraycopy(extra, step + 1, extra, step, moved);
      steps--;
    }
  }
}

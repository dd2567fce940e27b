package tender.core.model;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A set of tasks of a bag, by task index from 0 on. It is stored as ranges, so that a million tasks
 * of which all but a few are done take a few bytes and no database row each.
 */
public final class TaskSet {
  private static final TaskSet EMPTY = new TaskSet(new int[0]);

  /** Starts (inclusive) and ends (exclusive) of the ranges, alternating and ascending. */
  private final int[] bounds;

  private TaskSet(int[] bounds) {
    this.bounds = bounds;
  }

  public static TaskSet empty() {
    return EMPTY;
  }

  /** The tasks from one index (inclusive) until another (exclusive). */
  public static TaskSet range(int from, int until) {
    if (from < 0 || until < from) {
      throw new IllegalArgumentException(
          "Not a range of tasks: from " + from + " until " + until + "; needs 0 <= from <= until.");
    }
    return from == until ? EMPTY : new TaskSet(new int[] {from, until});
  }

  /**
   * The set with these {@link #bounds}.
   *
   * @throws IllegalArgumentException if they are not ascending, or their number is odd
   */
  public static TaskSet ofBounds(int... bounds) {
    for (int i = 0; i < bounds.length; i++) {
      if (bounds[i] < 0 || (i > 0 && bounds[i] <= bounds[i - 1])) {
        throw new IllegalArgumentException(
            "Range bound " + bounds[i] + " is negative or not above the bound before it.");
      }
    }
    if (bounds.length % 2 != 0) {
      throw new IllegalArgumentException(
          "The range that starts at " + bounds[bounds.length - 1] + " has no end.");
    }
    return bounds.length == 0 ? EMPTY : new TaskSet(bounds.clone());
  }

  /** All tasks of a bag with this number of tasks. */
  public static TaskSet first(int tasks) {
    return range(0, tasks);
  }

  public boolean isEmpty() {
    return bounds.length == 0;
  }

  public int size() {
    int size = 0;
    for (int i = 0; i < bounds.length; i += 2) {
      size += bounds[i + 1] - bounds[i];
    }
    return size;
  }

  public boolean contains(int taskIndex) {
    int found = Arrays.binarySearch(bounds, taskIndex);
    // After an odd number of bounds the index is inside a range; a start is inside, an end is not.
    return found >= 0 ? found % 2 == 0 : (-found - 1) % 2 == 1;
  }

  /** Whether this set contains all tasks of the other. */
  public boolean containsAll(TaskSet others) {
    return others.minus(this).isEmpty();
  }

  /** The union of both sets. */
  public TaskSet plus(TaskSet others) {
    return others.isEmpty() ? this : isEmpty() ? others : merge(this, others, 1);
  }

  /** The tasks that are in both sets. */
  public TaskSet intersect(TaskSet others) {
    return isEmpty() || others.isEmpty() ? EMPTY : merge(this, others, 2);
  }

  /** The tasks of this set that are not in the other. */
  public TaskSet minus(TaskSet others) {
    if (isEmpty() || others.isEmpty()) {
      return this;
    }
    // Intersect with the complement, which has the same bounds plus one at either end.
    int[] complement = new int[others.bounds.length + 2];
    complement[0] = -1;
    System.arraycopy(others.bounds, 0, complement, 1, others.bounds.length);
    complement[complement.length - 1] = Integer.MAX_VALUE;
    return merge(this, new TaskSet(complement), 2);
  }

  /** Starts (inclusive) and ends (exclusive) of its ranges, alternating and ascending. */
  public int[] bounds() {
    return bounds.clone();
  }

  /** All task indexes, ascending. */
  public IntStream stream() {
    return IntStream.range(0, bounds.length / 2)
        .flatMap(range -> IntStream.range(bounds[2 * range], bounds[2 * range + 1]));
  }

  /** The task at this position in ascending order. To visit all tasks, use the stream. */
  public int nth(int index) {
    int left = index;
    for (int i = 0; i < bounds.length && left >= 0; i += 2) {
      int length = bounds[i + 1] - bounds[i];
      if (left < length) {
        return bounds[i] + left;
      }
      left -= length;
    }
    throw new IndexOutOfBoundsException("Position " + index + " in a set of " + size() + " tasks.");
  }

  /** The given number of tasks with the lowest indexes; all of them if there are fewer. */
  public TaskSet lowest(int tasks) {
    int left = tasks;
    for (int i = 0; i < bounds.length; i += 2) {
      int length = bounds[i + 1] - bounds[i];
      if (left <= length) {
        int[] taken = Arrays.copyOf(bounds, left == 0 ? i : i + 2);
        if (left > 0) {
          taken[i + 1] = bounds[i] + left;
        }
        return taken.length == 0 ? EMPTY : new TaskSet(taken);
      }
      left -= length;
    }
    return this;
  }

  /** Sweeps over both sets and keeps the tasks that are in at least this many of the two. */
  private static TaskSet merge(TaskSet left, TaskSet right, int atLeast) {
    int[] merged = new int[left.bounds.length + right.bounds.length];
    int length = 0;
    int i = 0;
    int j = 0;
    boolean inside = false;
    while (i < left.bounds.length || j < right.bounds.length) {
      int at =
          Math.min(
              i < left.bounds.length ? left.bounds[i] : Integer.MAX_VALUE,
              j < right.bounds.length ? right.bounds[j] : Integer.MAX_VALUE);
      i += i < left.bounds.length && left.bounds[i] == at ? 1 : 0;
      j += j < right.bounds.length && right.bounds[j] == at ? 1 : 0;
      if (i % 2 + j % 2 >= atLeast != inside) {
        inside = !inside;
        merged[length++] = at;
      }
    }
    return length == 0 ? EMPTY : new TaskSet(Arrays.copyOf(merged, length));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TaskSet set && Arrays.equals(bounds, set.bounds);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bounds);
  }

  /** As {@code 0-4,7}, ends included. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < bounds.length; i += 2) {
      text.append(i == 0 ? "" : ",").append(bounds[i]);
      if (bounds[i + 1] - bounds[i] > 1) {
        text.append('-').append(bounds[i + 1] - 1);
      }
    }
    return text.toString();
  }
}

package tender.core.model;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Some tasks of a bag, by their numbers from 0 on. Kept as ranges, so that a million tasks of which
 * all but a few are done take a few bytes, and never a row for each.
 */
public final class TaskSet {
  private static final TaskSet EMPTY = new TaskSet(new int[0]);

  /** Beginnings and ends of ranges, ascending: from [0] until before [1], from [2] on and so on. */
  private final int[] bounds;

  private TaskSet(int[] bounds) {
    this.bounds = bounds;
  }

  public static TaskSet empty() {
    return EMPTY;
  }

  /** From a task until before another. */
  public static TaskSet range(int from, int until) {
    if (from < 0 || until < from) {
      throw new IllegalArgumentException(
          "Tasks from " + from + " until before " + until + " are no range of tasks.");
    }
    return from == until ? EMPTY : new TaskSet(new int[] {from, until});
  }

  /**
   * The set with these {@link #bounds}.
   *
   * @throws IllegalArgumentException if they are not ascending, or not even in number
   */
  public static TaskSet ofBounds(int... bounds) {
    for (int i = 0; i < bounds.length; i++) {
      if (bounds[i] < 0 || (i > 0 && bounds[i] <= bounds[i - 1])) {
        throw new IllegalArgumentException(
            "The number " + bounds[i] + " bounds no range of tasks in its place.");
      }
    }
    if (bounds.length % 2 != 0) {
      throw new IllegalArgumentException(
          "The range from " + bounds[bounds.length - 1] + " on has no end.");
    }
    return bounds.length == 0 ? EMPTY : new TaskSet(bounds.clone());
  }

  /** All tasks of a bag of so many. */
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

  public boolean contains(int task) {
    int found = Arrays.binarySearch(bounds, task);
    // Behind an odd number of bounds one is inside a range; a beginning is inside, an end is not.
    return found >= 0 ? found % 2 == 0 : (-found - 1) % 2 == 1;
  }

  /** Whether all of the others are among these. */
  public boolean containsAll(TaskSet others) {
    return others.minus(this).isEmpty();
  }

  /** Those that are in either. */
  public TaskSet plus(TaskSet others) {
    return others.isEmpty() ? this : isEmpty() ? others : merge(this, others, 1);
  }

  /** Those that are in both. */
  public TaskSet intersect(TaskSet others) {
    return isEmpty() || others.isEmpty() ? EMPTY : merge(this, others, 2);
  }

  /** Those that are not in the others. */
  public TaskSet minus(TaskSet others) {
    if (isEmpty() || others.isEmpty()) {
      return this;
    }
    // Outside the others is inside their complement, whose bounds are theirs and the two ends.
    int[] complement = new int[others.bounds.length + 2];
    complement[0] = -1;
    System.arraycopy(others.bounds, 0, complement, 1, others.bounds.length);
    complement[complement.length - 1] = Integer.MAX_VALUE;
    return merge(this, new TaskSet(complement), 2);
  }

  /** Where its ranges begin and until before where they go, in turns, ascending. */
  public int[] bounds() {
    return bounds.clone();
  }

  /** All of them, in order. */
  public IntStream stream() {
    return IntStream.range(0, bounds.length / 2)
        .flatMap(range -> IntStream.range(bounds[2 * range], bounds[2 * range + 1]));
  }

  /** The task that has so many others of the set below it. For all of them, use the stream. */
  public int nth(int index) {
    int left = index;
    for (int i = 0; i < bounds.length && left >= 0; i += 2) {
      int length = bounds[i + 1] - bounds[i];
      if (left < length) {
        return bounds[i] + left;
      }
      left -= length;
    }
    throw new IndexOutOfBoundsException("There is no task at " + index + " of " + size() + ".");
  }

  /** So many of them, those with the lowest numbers; all, if there are no more. */
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

  /** Walks both from the left and keeps what is inside at least so many of the two. */
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

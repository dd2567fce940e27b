package tender.bagfile;

import java.util.Arrays;
import java.util.stream.IntStream;
import tender.core.model.TaskSet;
import tender.support.text.InputChecks;

/** Creates sets of tasks from text such as {@code 0-4,7} and from streams of indexes. */
public final class TaskSets {
  /** Enough for every other task of a million. */
  static final int MAX_LENGTH = 4 << 20;

  /** Every number with this many digits fits in an int. */
  private static final int MAX_DIGITS = 9;

  private TaskSets() {}

  /**
   * Parses the format of {@link TaskSet#toString}: ascending numbers and ranges that do not touch,
   * so that each set has exactly one text.
   */
  public static TaskSet parse(String text) {
    if (text.length() > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "A set of tasks has %s characters; the maximum is %s. Split it."
              .formatted(text.length(), MAX_LENGTH));
    }
    return TaskSet.ofBounds(bounds(text));
  }

  /** The set of the given indexes, which must be ascending. */
  public static TaskSet of(IntStream ascending) {
    int[] tasks = ascending.toArray();
    int[] bounds = new int[2 * tasks.length];
    int length = 0;
    for (int task : tasks) {
      if (length > 0 && bounds[length - 1] == task) {
        bounds[length - 1] = task + 1;
      } else {
        bounds[length++] = task;
        bounds[length++] = task + 1;
      }
    }
    return TaskSet.ofBounds(Arrays.copyOf(bounds, length));
  }

  /** The first index of each range, and the one after its last. */
  private static int[] bounds(String text) {
    int[] bounds = new int[16];
    int length = 0;
    int position = 0;
    while (position < text.length()) {
      int end = text.indexOf(',', position);
      String range = text.substring(position, end < 0 ? text.length() : end);
      int dash = range.indexOf('-');
      int first = number(dash < 0 ? range : range.substring(0, dash), text);
      int last = dash < 0 ? first : number(range.substring(dash + 1), text);
      boolean ascends = length == 0 || first > bounds[length - 1];
      if (!ascends || (dash >= 0 && last <= first) || end == text.length() - 1) {
        throw malformed(text);
      }
      if (length == bounds.length) {
        bounds = Arrays.copyOf(bounds, 2 * length);
      }
      bounds[length++] = first;
      bounds[length++] = last + 1;
      position = end < 0 ? text.length() : end + 1;
    }
    return Arrays.copyOf(bounds, length);
  }

  private static int number(String digits, String text) {
    boolean plain = !digits.isEmpty() && digits.length() <= MAX_DIGITS;
    if (!plain || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
      throw malformed(text);
    }
    if (digits.length() > 1 && digits.startsWith("0")) {
      throw malformed(text);
    }
    return Integer.parseInt(digits);
  }

  private static IllegalArgumentException malformed(String text) {
    return new IllegalArgumentException(
        "A set of tasks is %s, and must be numbers and ranges that ascend and do not touch, such as 0-4,7."
            .formatted(InputChecks.quoted(text)));
  }
}

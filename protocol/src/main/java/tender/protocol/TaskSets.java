package tender.protocol;

import java.util.List;
import tender.core.model.TaskSet;
import tender.protocol.v1.Wire;

/** Sets of tasks as the lengths of the ranges that are out and in, in turns. */
final class TaskSets {
  private TaskSets() {}

  static Wire.TaskSet encode(TaskSet tasks) {
    Wire.TaskSet.Builder encoded = Wire.TaskSet.newBuilder();
    if (tasks.isEmpty()) {
      return encoded.build();
    }
    int at = 0;
    for (String range : tasks.toString().split(",")) {
      int dash = range.indexOf('-');
      int from = Integer.parseInt(dash < 0 ? range : range.substring(0, dash));
      int last = dash < 0 ? from : Integer.parseInt(range.substring(dash + 1));
      encoded.addLengths(from - at).addLengths(last + 1 - from);
      at = last + 1;
    }
    requireFew(encoded.getLengthsCount());
    return encoded.build();
  }

  static TaskSet decode(Wire.TaskSet encoded) {
    List<Integer> lengths = encoded.getLengthsList();
    requireFew(lengths.size());
    if (lengths.size() % 2 != 0) {
      throw new IllegalArgumentException(
          "A set of tasks has " + lengths.size() + " lengths, which is not an even number.");
    }
    int[] bounds = new int[lengths.size()];
    long at = 0;
    for (int i = 0; i < bounds.length; i++) {
      long length = Integer.toUnsignedLong(lengths.get(i));
      at += length;
      if ((length == 0 && i > 0) || at > Integer.MAX_VALUE) {
        throw new IllegalArgumentException(
            "A set of tasks has the length " + length + " as its number " + i + ".");
      }
      bounds[i] = (int) at;
    }
    return union(bounds, 0, bounds.length);
  }

  /** By halves, since to add one range after the other would copy each of them many times. */
  private static TaskSet union(int[] bounds, int from, int until) {
    if (from == until) {
      return TaskSet.empty();
    }
    if (until - from == 2) {
      return TaskSet.range(bounds[from], bounds[from + 1]);
    }
    int middle = from + (until - from) / 4 * 2;
    return union(bounds, from, middle).plus(union(bounds, middle, until));
  }

  private static void requireFew(int lengths) {
    if (lengths > 2 * Limits.MOST_RANGES) {
      throw new IllegalArgumentException(
          "A set of tasks has %d ranges, more than %d.".formatted(lengths / 2, Limits.MOST_RANGES));
    }
  }
}

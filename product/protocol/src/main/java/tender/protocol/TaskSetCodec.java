package tender.protocol;

import java.util.List;
import tender.core.model.TaskSet;
import tender.protocol.v1.Wire;

/** Sets of tasks as the lengths of the ranges that are out and in, in turns. */
final class TaskSetCodec {
  private TaskSetCodec() {}

  static Wire.TaskSet encode(TaskSet tasks) {
    Wire.TaskSet.Builder encoded = Wire.TaskSet.newBuilder();
    int at = 0;
    for (int bound : tasks.bounds()) {
      encoded.addLengths(bound - at);
      at = bound;
    }
    checkRanges(encoded.getLengthsCount());
    return encoded.build();
  }

  static TaskSet decode(Wire.TaskSet encoded) {
    List<Integer> lengths = encoded.getLengthsList();
    checkRanges(lengths.size());
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
    return TaskSet.ofBounds(bounds);
  }

  private static void checkRanges(int lengths) {
    if (lengths > 2 * ProtocolLimits.MAX_RANGES) {
      throw new IllegalArgumentException(
          "A set of tasks has %d ranges, more than %d.".formatted(lengths / 2, ProtocolLimits.MAX_RANGES));
    }
  }
}

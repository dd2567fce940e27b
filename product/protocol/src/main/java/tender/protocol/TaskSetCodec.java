package tender.protocol;

import java.util.List;
import tender.core.model.TaskSet;
import tender.protocol.v1.Wire;

/** Encodes a set of tasks as run lengths: alternately outside and inside the set. */
final class TaskSetCodec {
  private TaskSetCodec() {}

  static Wire.TaskSet encode(TaskSet tasks) {
    Wire.TaskSet.Builder encoded = Wire.TaskSet.newBuilder();
    int position = 0;
    for (int bound : tasks.bounds()) {
      encoded.addLengths(bound - position);
      position = bound;
    }
    checkRanges(encoded.getLengthsCount());
    return encoded.build();
  }

  static TaskSet decode(Wire.TaskSet encoded) {
    List<Integer> lengths = encoded.getLengthsList();
    checkRanges(lengths.size());
    if (lengths.size() % 2 != 0) {
      throw new IllegalArgumentException(
          "A set of tasks has " + lengths.size() + " lengths; the number must be even.");
    }
    int[] bounds = new int[lengths.size()];
    long position = 0;
    for (int i = 0; i < bounds.length; i++) {
      long length = Integer.toUnsignedLong(lengths.get(i));
      position += length;
      if ((length == 0 && i > 0) || position > Integer.MAX_VALUE) {
        throw new IllegalArgumentException(
            "Length " + i + " of a set of tasks is " + length + "; it is zero or too large.");
      }
      bounds[i] = (int) position;
    }
    return TaskSet.ofBounds(bounds);
  }

  private static void checkRanges(int lengths) {
    if (lengths > 2 * ProtocolLimits.MAX_RANGES) {
      throw new IllegalArgumentException(
          "A set of tasks has %d ranges; the maximum is %d."
              .formatted(lengths / 2, ProtocolLimits.MAX_RANGES));
    }
  }
}

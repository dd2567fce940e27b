package tender.server.agents.certificates;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Limits how deeply the values of a DER encoding are nested. Parsers recurse into nested values, so
 * a few kilobytes of nested headers would exhaust their stack. This check does not recurse.
 */
final class DerNesting {
  /** A signing request has about seven levels. */
  private static final int MAX_DEPTH = 16;

  private static final int CONSTRUCTED = 0x20;
  private static final int LONG_TAG = 0x1f;
  private static final int LONG_LENGTH = 0x80;
  private static final int MAX_LENGTH_BYTES = 3;

  private final byte[] encoded;
  private int at;

  private DerNesting(byte[] encoded) {
    this.encoded = encoded;
  }

  /**
   * Checks an encoding.
   *
   * @throws IllegalArgumentException if it is nested too deeply, or is not DER
   */
  static void check(byte[] encoded) {
    new DerNesting(encoded).check();
  }

  private void check() {
    Deque<Integer> ends = new ArrayDeque<>();
    ends.push(encoded.length);
    while (at < encoded.length) {
      while (at == ends.getFirst()) {
        ends.pop();
      }
      int tag = next();
      if ((tag & LONG_TAG) == LONG_TAG) {
        throw invalid("a tag is too long");
      }
      int end = length() + at;
      if (end > ends.getFirst()) {
        throw invalid("a value is longer than the value that contains it");
      }
      if ((tag & CONSTRUCTED) == 0) {
        at = end;
      } else if (ends.size() > MAX_DEPTH) {
        throw invalid("it is nested too deeply");
      } else {
        ends.push(end);
      }
    }
  }

  /** DER has no indefinite lengths, which the first byte 0x80 would announce. */
  private int length() {
    int first = next();
    if (first < LONG_LENGTH) {
      return first;
    }
    int bytes = first - LONG_LENGTH;
    if (bytes == 0 || bytes > MAX_LENGTH_BYTES) {
      throw invalid("a length is invalid");
    }
    int length = 0;
    for (int i = 0; i < bytes; i++) {
      length = length << Byte.SIZE | next();
    }
    return length;
  }

  private int next() {
    if (at == encoded.length) {
      throw invalid("it is incomplete");
    }
    return Byte.toUnsignedInt(encoded[at++]);
  }

  private static IllegalArgumentException invalid(String reason) {
    return new IllegalArgumentException("Invalid certificate signing request: " + reason + ".");
  }
}

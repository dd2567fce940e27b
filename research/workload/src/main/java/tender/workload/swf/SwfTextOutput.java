package tender.workload.swf;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Buffered text output. Numbers are written as bytes without creating strings, because traces
 * consist almost only of numbers.
 */
final class SwfTextOutput implements AutoCloseable {
  private static final int MAX_NUMBER_LENGTH = 20;
  private static final long MILLION = 1_000_000;

  private final OutputStream out;
  private final byte[] buffer = new byte[64 * 1_024];
  private int filled;

  /** Takes ownership of the stream: closing this output closes it. */
  SwfTextOutput(OutputStream out) {
    this.out = out;
  }

  SwfTextOutput text(String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (bytes.length > buffer.length - filled) {
      flush();
    }
    if (bytes.length > buffer.length) {
      out.write(bytes);
    } else {
      System.arraycopy(bytes, 0, buffer, filled, bytes.length);
      filled += bytes.length;
    }
    return this;
  }

  SwfTextOutput number(long value) throws IOException {
    if (value == Long.MIN_VALUE) {
      // Its absolute value does not fit into a long.
      return text(Long.toString(value));
    }
    if (MAX_NUMBER_LENGTH > buffer.length - filled) {
      flush();
    }
    long remaining = Math.abs(value);
    if (value < 0) {
      buffer[filled++] = '-';
    }
    int end = filled + digits(remaining);
    int position = end;
    do {
      buffer[--position] = (byte) ('0' + remaining % 10);
      remaining /= 10;
    } while (remaining > 0);
    filled = end;
    return this;
  }

  /** Writes a positive number of millionths, which is not an integer, as a decimal fraction. */
  SwfTextOutput millionths(long millionths) throws IOException {
    number(millionths / MILLION);
    put((byte) '.');
    long remaining = millionths % MILLION;
    for (long unit = MILLION / 10; remaining > 0; unit /= 10) {
      put((byte) ('0' + remaining / unit));
      remaining %= unit;
    }
    return this;
  }

  void space() throws IOException {
    put((byte) ' ');
  }

  void endLine() throws IOException {
    put((byte) '\n');
  }

  @Override
  public void close() throws IOException {
    try (out) {
      flush();
    }
  }

  private void put(byte value) throws IOException {
    if (filled == buffer.length) {
      flush();
    }
    buffer[filled++] = value;
  }

  private void flush() throws IOException {
    out.write(buffer, 0, filled);
    filled = 0;
  }

  private static int digits(long value) {
    int digits = 1;
    for (long remaining = value; remaining > 9; remaining /= 10) {
      digits++;
    }
    return digits;
  }
}

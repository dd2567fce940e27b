package tender.workload.swf;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Text on its way to a stream. Numbers become bytes without becoming text first, since logs are
 * hardly anything else.
 */
final class SwfTextOutput implements AutoCloseable {
  private static final int LONGEST_NUMBER = 20;
  private static final long MILLION = 1_000_000;

  private final OutputStream out;
  private final byte[] buffer = new byte[64 * 1_024];
  private int filled;

  /** Takes over the stream, and closes it when closed. */
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
      // Has no positive counterpart.
      return text(Long.toString(value));
    }
    if (LONGEST_NUMBER > buffer.length - filled) {
      flush();
    }
    long left = Math.abs(value);
    if (value < 0) {
      buffer[filled++] = '-';
    }
    int end = filled + digits(left);
    int at = end;
    do {
      buffer[--at] = (byte) ('0' + left % 10);
      left /= 10;
    } while (left > 0);
    filled = end;
    return this;
  }

  /** A positive number of millionths that is not whole, as a decimal fraction. */
  SwfTextOutput millionths(long millionths) throws IOException {
    number(millionths / MILLION);
    put((byte) '.');
    long left = millionths % MILLION;
    for (long unit = MILLION / 10; left > 0; unit /= 10) {
      put((byte) ('0' + left / unit));
      left %= unit;
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
    for (long left = value; left > 9; left /= 10) {
      digits++;
    }
    return digits;
  }
}

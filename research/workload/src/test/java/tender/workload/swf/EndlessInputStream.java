package tender.workload.swf;

import java.io.InputStream;

/** Repeats the same bytes without end. */
final class EndlessInputStream extends InputStream {
  private final byte[] unit;
  private long bytesRead;

  EndlessInputStream(byte[] unit) {
    this.unit = unit;
  }

  long bytesRead() {
    return bytesRead;
  }

  @Override
  public int read() {
    int next = unit[(int) (bytesRead % unit.length)];
    bytesRead++;
    return next;
  }

  @Override
  public int read(byte[] buffer, int from, int length) {
    for (int i = 0; i < length; i++) {
      buffer[from + i] = (byte) read();
    }
    return length;
  }
}

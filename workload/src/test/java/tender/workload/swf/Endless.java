package tender.workload.swf;

import java.io.InputStream;

/** The same bytes again and again. */
final class Endless extends InputStream {
  private final byte[] unit;
  private long handedOut;

  Endless(byte[] unit) {
    this.unit = unit;
  }

  long handedOut() {
    return handedOut;
  }

  @Override
  public int read() {
    int next = unit[(int) (handedOut % unit.length)];
    handedOut++;
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

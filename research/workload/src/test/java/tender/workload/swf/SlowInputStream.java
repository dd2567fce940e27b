package tender.workload.swf;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.SplittableRandom;

/** Returns few bytes at a time, never reports available bytes, and may fail at its end. */
final class SlowInputStream extends InputStream {
  private final ByteArrayInputStream in;
  private final SplittableRandom random;
  private final boolean failsAtEnd;

  SlowInputStream(byte[] bytes, SplittableRandom random, boolean failsAtEnd) {
    in = new ByteArrayInputStream(bytes);
    this.random = random;
    this.failsAtEnd = failsAtEnd;
  }

  @Override
  public int read() throws IOException {
    return checkEnd(in.read());
  }

  @Override
  public int read(byte[] buffer, int from, int length) throws IOException {
    return checkEnd(in.read(buffer, from, Math.min(length, random.nextInt(1, 20))));
  }

  private int checkEnd(int result) throws IOException {
    if (result < 0 && failsAtEnd) {
      throw new IOException("broken");
    }
    return result;
  }
}

package tender.workload.swf;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.SplittableRandom;

/** Hands out few bytes at a time, never says how many are left, and may break at its end. */
final class SlowInputStream extends InputStream {
  private final ByteArrayInputStream in;
  private final SplittableRandom random;
  private final boolean breaks;

  SlowInputStream(byte[] bytes, SplittableRandom random, boolean breaks) {
    in = new ByteArrayInputStream(bytes);
    this.random = random;
    this.breaks = breaks;
  }

  @Override
  public int read() throws IOException {
    return unlessBroken(in.read());
  }

  @Override
  public int read(byte[] buffer, int from, int length) throws IOException {
    return unlessBroken(in.read(buffer, from, Math.min(length, random.nextInt(1, 20))));
  }

  private int unlessBroken(int result) throws IOException {
    if (result < 0 && breaks) {
      throw new IOException("broken");
    }
    return result;
  }
}

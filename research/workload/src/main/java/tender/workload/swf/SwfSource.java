package tender.workload.swf;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a trace, decompressed if they start with the gzip magic number, regardless of the
 * file name. A corrupt or endless stream ends with a {@link #problem}; exceptions of the underlying
 * stream are passed on.
 */
final class SwfSource implements AutoCloseable {
  private static final int BUFFER_BYTES = 64 * 1_024;

  private final BufferedInputStream packed;
  private InputStream bytes;
  private boolean started;
  private boolean ended;
  private long left;
  private @Nullable SwfProblem problem;

  SwfSource(InputStream in, long limit) {
    packed = new Peeking(in);
    bytes = packed;
    left = limit;
  }

  /** Returns the number of bytes read into the buffer, at least one, or −1 at the end. */
  int read(byte[] buffer, int from, int length) throws IOException {
    if (ended) {
      return -1;
    }
    int read = -1;
    try {
      start();
      read = left > 0 ? bytes.read(buffer, from, (int) Math.min(length, left)) : -1;
      if (left == 0 && bytes.read() >= 0) {
        problem = SwfProblem.BYTES_LEFT_OUT;
      }
    } catch (EOFException e) {
      problem = SwfProblem.GZIP_TRUNCATED;
    } catch (ZipException e) {
      problem = SwfProblem.GZIP_DAMAGED;
    }
    ended = read < 0;
    left -= Math.max(0, read);
    return read;
  }

  /** Why the bytes ended before the end of the trace, if they did. */
  @Nullable SwfProblem problem() {
    return problem;
  }

  @Override
  public void close() throws IOException {
    bytes.close();
  }

  private void start() throws IOException {
    if (!started) {
      started = true;
      bytes = looksLikeGzip() ? new GZIPInputStream(packed, BUFFER_BYTES) : packed;
    }
  }

  private boolean looksLikeGzip() throws IOException {
    packed.mark(2);
    boolean gzip = packed.read() == 0x1f && packed.read() == 0x8b;
    packed.reset();
    return gzip;
  }

  /**
   * Peeks to find out whether more bytes follow. {@link GZIPInputStream} asks this to detect
   * another gzip member, and would ignore it if the underlying stream reports 0 available bytes.
   */
  private static final class Peeking extends BufferedInputStream {
    Peeking(InputStream in) {
      super(in, BUFFER_BYTES);
    }

    @Override
    public synchronized int available() throws IOException {
      mark(1);
      int next = read();
      reset();
      return next < 0 ? 0 : Math.max(1, super.available());
    }
  }
}

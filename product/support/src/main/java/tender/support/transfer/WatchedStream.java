package tender.support.transfer;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;

/** The body of a response, which is closed if nothing arrives for too long. */
final class WatchedStream extends FilterInputStream {
  private static final Duration MAX_SILENCE = Duration.ofSeconds(60);
  private static final Duration CHECK_INTERVAL = Duration.ofSeconds(5);

  private final Thread watch;
  private volatile long readNanos = System.nanoTime();

  /** Whether a thread waits for the store now; a slow reader is no reason to close the stream. */
  private volatile boolean isReading;

  WatchedStream(InputStream in) {
    super(in);
    watch = Thread.ofVirtual().name("watch of a download").start(this::watch);
  }

  private void watch() {
    try {
      while (!isReading || System.nanoTime() - readNanos < MAX_SILENCE.toNanos()) {
        Thread.sleep(CHECK_INTERVAL);
      }
      in.close();
    } catch (InterruptedException e) {
      // The stream was closed.
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    readNanos = System.nanoTime();
    isReading = true;
    try {
      return super.read(into, offset, length);
    } finally {
      isReading = false;
    }
  }

  @Override
  public void close() throws IOException {
    watch.interrupt();
    super.close();
  }
}

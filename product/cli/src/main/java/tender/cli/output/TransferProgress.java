package tender.cli.output;

import picocli.CommandLine;
import tender.support.transfer.TransferListener;

/** Shows the progress of a transfer of a known number of bytes. Thread-safe. */
public final class TransferProgress implements TransferListener, AutoCloseable {
  private static final long MEBIBYTE = 1 << 20;

  private final ProgressBar bar;
  private final long totalBytes;
  private long keptBytes;
  private long doneBytes;

  private TransferProgress(ProgressBar bar, long totalBytes) {
    this.bar = bar;
    this.totalBytes = totalBytes;
  }

  /**
   * Progress on the terminal of this process, if it has one.
   *
   * @param what is transferred
   */
  public static TransferProgress on(CommandLine command, String what, long totalBytes) {
    return new TransferProgress(ProgressBar.withRate(command, "MiB of " + what), totalBytes);
  }

  @Override
  public synchronized void kept(long bytes) {
    keptBytes += bytes;
    transferred(bytes);
  }

  @Override
  public synchronized void transferred(long bytes) {
    doneBytes += bytes;
    bar.update(doneBytes / MEBIBYTE, keptBytes / MEBIBYTE, Math.ceilDiv(totalBytes, MEBIBYTE));
  }

  @Override
  public void close() {
    bar.close();
  }
}

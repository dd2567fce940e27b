package tender.app.demo;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import tender.support.files.SecureDeletion;

/**
 * Stops what the demonstration has started and deletes its folder, once: at the end of the command,
 * or in a shutdown hook after Ctrl-C, also while it still starts.
 */
final class DemoCleanup implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(DemoCleanup.class.getName());

  private final Path folder;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private AutoCloseable running;
  private boolean closed;

  /**
   * A cleanup.
   *
   * @param running stops what runs now
   */
  DemoCleanup(Path folder, AutoCloseable running) {
    this.folder = folder;
    this.running = running;
  }

  /** From now on, {@code market} stops everything. */
  synchronized void started(AutoCloseable market) {
    running = market;
  }

  /** Waits until the cleanup begins. */
  void awaitStop() throws InterruptedException {
    stopped.await();
  }

  @Override
  public void close() {
    stopped.countDown();
    closeOnce();
  }

  private synchronized void closeOnce() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      running.close();
    } catch (Exception e) {
      LOG.log(Level.WARNING, "Stopping the market failed: {0}", e.getMessage());
    }
    try {
      SecureDeletion.deleteTree(folder);
    } catch (IOException e) {
      LOG.log(Level.WARNING, "Deleting {0} failed: {1}", folder, e.getMessage());
    }
  }
}

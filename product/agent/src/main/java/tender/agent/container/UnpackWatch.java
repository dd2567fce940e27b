package tender.agent.container;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import tender.agent.batch.command.BatchCommandRunner;

/**
 * Kills a program that unpacks an image when the image exceeds its limits. A small archive may
 * contain very large files, so its own size says nothing.
 */
final class UnpackWatch implements BatchCommandRunner.CommandWatch {
  /** Counting files must not slow down what it watches. */
  private static final int PAUSE_FACTOR = 4;

  private final Path folder;
  private final ImageLimits limits;
  private final long endNanos;
  private long nextNanos;

  /**
   * @param folder to which the program writes
   */
  UnpackWatch(Path folder, ImageLimits limits) {
    this.folder = folder;
    this.limits = limits;
    nextNanos = System.nanoTime();
    endNanos = nextNanos + limits.time().toNanos();
  }

  @Override
  public void check(List<String> command) {
    long now = System.nanoTime();
    if (now - endNanos > 0) {
      throw new InvalidImageException(
          "It took longer than %s s to unpack, which is this provider's limit."
              .formatted(limits.time().toSeconds()));
    }
    if (now - nextNanos >= 0) {
      try {
        FolderSize.require(folder, limits);
      } catch (IOException e) {
        throw new UncheckedIOException("Cannot measure " + folder + ".", e);
      }
      long after = System.nanoTime();
      nextNanos = after + PAUSE_FACTOR * (after - now);
    }
  }
}

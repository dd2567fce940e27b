package tender.cli.output;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import tender.work.InWords;

/** The folder that somebody named with {@code --out}. */
public final class OutFolder {
  private OutFolder() {}

  /** What to throw when nothing could be written there: says so, and what to do. */
  public static UncheckedIOException notWritable(Path folder, IOException cause) {
    return new UncheckedIOException(
        "Writing into "
            + folder
            + " failed: "
            + InWords.of(cause)
            + ".\nCheck that it is a folder in which you may write, or give another with --out.",
        cause);
  }
}

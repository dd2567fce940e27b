package tender.cli.output;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** The folder that somebody named with {@code --out}. */
public final class OutFolder {
  private OutFolder() {}

  /** What to throw when nothing could be written there: says so, and what to do. */
  public static UncheckedIOException notWritable(Path folder, IOException cause) {
    return new UncheckedIOException(
        "Writing into "
            + folder
            + " failed: "
            + cause
            + "\nCheck that it is a folder in which you may write, or give another with --out.",
        cause);
  }
}

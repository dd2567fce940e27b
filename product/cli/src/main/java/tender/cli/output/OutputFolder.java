package tender.cli.output;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import tender.support.text.ErrorMessages;

/** The folder that somebody named with {@code --out}. */
public final class OutputFolder {
  private OutputFolder() {}

  /** What to throw when nothing could be written there: says so, and what to do. */
  public static UncheckedIOException notWritable(Path folder, IOException cause) {
    return new UncheckedIOException(
        "Writing into "
            + folder
            + " failed: "
            + ErrorMessages.describe(cause)
            + ".\nCheck that it is a folder in which you may write, or give another with --out.",
        cause);
  }
}

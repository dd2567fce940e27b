package tender.cli.output;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import tender.support.text.ErrorMessages;

/** Errors about the folder of {@code --out}. */
public final class OutputFolder {
  private OutputFolder() {}

  /** The exception for a folder that cannot be written. */
  public static UncheckedIOException notWritable(Path folder, IOException cause) {
    return new UncheckedIOException(
        "Writing into %s failed: %s.\nCheck that it is a folder that you may write to, or give another with --out."
            .formatted(folder, ErrorMessages.describe(cause)),
        cause);
  }
}

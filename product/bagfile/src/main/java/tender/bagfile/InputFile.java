package tender.bagfile;

import java.util.Locale;
import tender.support.text.InputChecks;

/**
 * An input file of a bag.
 *
 * @param path relative to the working folder of a task
 * @param digest of its content; providers fetch the file by it
 */
public record InputFile(RelativePath path, Digest digest, long bytes, boolean executable) {
  /** Above the limit of every server; it keeps sums from overflowing. */
  static final long MAX_BYTES = 1L << 40;

  /** The largest file that a server stores. */
  public static final long MAX_UPLOAD_BYTES = 64L << 20;

  public InputFile {
    if (bytes < 0 || bytes > MAX_BYTES) {
      throw new IllegalArgumentException(
          "Input " + path + " has " + bytes + " bytes, and must have from 0 to " + MAX_BYTES + ".");
    }
  }

  /** Rejects a file that is too large to be uploaded, before anything is read or sent. */
  public static void requireUploadable(String path, long bytes) {
    if (bytes > MAX_UPLOAD_BYTES) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "File %s has %,d bytes; the limit for one file is %,d bytes (%d MiB). Split the file,"
                  + " or let the tasks download it.",
              InputChecks.quoted(path),
              bytes,
              MAX_UPLOAD_BYTES,
              MAX_UPLOAD_BYTES >> 20));
    }
  }
}

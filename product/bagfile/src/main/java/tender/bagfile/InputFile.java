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
  public static final long MAX_BYTES = 1L << 40;

  /** The largest file that a server without an object store stores. */
  public static final long MAX_UPLOAD_BYTES = 64L << 20;

  public InputFile {
    if (bytes < 0 || bytes > MAX_BYTES) {
      throw new IllegalArgumentException(
          "Input " + path + " has " + bytes + " bytes, and must have from 0 to " + MAX_BYTES + ".");
    }
  }

  /** Rejects a file that a server without an object store does not store. */
  public static void requireUploadable(String path, long bytes) {
    requireUploadable(path, bytes, MAX_UPLOAD_BYTES);
  }

  /**
   * Rejects a file that is too large for a server.
   *
   * @param maxBytes the server's limit
   */
  public static void requireUploadable(String path, long bytes, long maxBytes) {
    if (bytes > maxBytes) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "File %s has %,d bytes; the limit for one file is %,d bytes (%d MiB). Split the file,"
                  + " or let the tasks download it.",
              InputChecks.quoted(path),
              bytes,
              maxBytes,
              maxBytes >> 20));
    }
  }
}

package tender.bagfile;

/**
 * An input file of a bag.
 *
 * @param path relative to the working folder of a task
 * @param digest of its content; providers fetch the file by it
 */
public record InputFile(RelativePath path, Digest digest, long bytes, boolean executable) {
  /** Above the limit of every server; it keeps sums from overflowing. */
  static final long MAX_BYTES = 1L << 40;

  public InputFile {
    if (bytes < 0 || bytes > MAX_BYTES) {
      throw new IllegalArgumentException(
          "Input " + path + " has " + bytes + " bytes, and must have from 0 to " + MAX_BYTES + ".");
    }
  }
}

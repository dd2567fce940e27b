package tender.bagfile;

/**
 * A file that the tasks of a bag read.
 *
 * @param path below the folder in which a task runs
 * @param digest of its content, by which it is fetched
 */
public record InputFile(RelativePath path, Digest digest, long bytes, boolean executable) {
  /** No market takes files as large; a bound, so that sums cannot overflow. */
  static final long MAX_BYTES = 1L << 40;

  public InputFile {
    if (bytes < 0 || bytes > MAX_BYTES) {
      throw new IllegalArgumentException(
          "The input "
              + path
              + " has "
              + bytes
              + " bytes, and must have from 0 to "
              + MAX_BYTES
              + ".");
    }
  }
}

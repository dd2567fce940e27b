package tender.workload.swf;

/**
 * How much of a log is read at most, so that no file, however it was made, takes all memory or all
 * day. What a limit cuts off is reported as a finding.
 *
 * @param lineBytes a longer line is skipped
 * @param commentBytes of all comments together; later comments are dropped
 * @param rows that can be used; reading ends there
 * @param bytes after unpacking; reading ends there
 */
public record SwfLimits(int lineBytes, int commentBytes, long rows, long bytes) {
  /** Ten times the longest log that we have met. */
  public static final SwfLimits DEFAULT =
      new SwfLimits(64 * 1_024, 1_024 * 1_024, 5_000_000, 2L * 1_024 * 1_024 * 1_024);

  private static final int SHORTEST_LINE_BYTES = 1_024;

  public SwfLimits {
    if (lineBytes < SHORTEST_LINE_BYTES) {
      throw new IllegalArgumentException(
          "The limit on a line is " + lineBytes + " bytes. Take at least " + SHORTEST_LINE_BYTES);
    }
    if (commentBytes < 0 || rows < 0 || bytes < 0) {
      throw new IllegalArgumentException(
          "The limits are "
              + commentBytes
              + " bytes of comments, "
              + rows
              + " rows and "
              + bytes
              + " bytes. None may be negative.");
    }
  }

  public SwfLimits withRows(long otherRows) {
    return new SwfLimits(lineBytes, commentBytes, otherRows, bytes);
  }

  public SwfLimits withBytes(long otherBytes) {
    return new SwfLimits(lineBytes, commentBytes, rows, otherBytes);
  }
}

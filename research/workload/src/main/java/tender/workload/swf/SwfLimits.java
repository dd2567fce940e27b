package tender.workload.swf;

/**
 * Limits on how much of a trace is read, so that no file can exhaust memory or take unbounded time.
 * Content beyond a limit is reported as a finding.
 *
 * @param lineBytes longer lines are skipped
 * @param commentBytes of all comments together; comments beyond that are dropped
 * @param rows valid rows, after which reading ends
 * @param bytes uncompressed bytes, after which reading ends
 */
public record SwfLimits(int lineBytes, int commentBytes, long rows, long bytes) {
  /** Ten times the longest trace that we have seen. */
  public static final SwfLimits DEFAULT =
      new SwfLimits(64 * 1_024, 1_024 * 1_024, 5_000_000, 2L * 1_024 * 1_024 * 1_024);

  private static final int MIN_LINE_BYTES = 1_024;

  public SwfLimits {
    if (lineBytes < MIN_LINE_BYTES) {
      throw new IllegalArgumentException(
          "The limit on a line is " + lineBytes + " bytes. Allow at least " + MIN_LINE_BYTES);
    }
    if (commentBytes < 0 || rows < 0 || bytes < 0) {
      throw new IllegalArgumentException(
          ("The limits are %s bytes of comments, %s rows and %s bytes. None may be" + " negative.")
              .formatted(commentBytes, rows, bytes));
    }
  }

  public SwfLimits withRows(long otherRows) {
    return new SwfLimits(lineBytes, commentBytes, otherRows, bytes);
  }

  public SwfLimits withBytes(long otherBytes) {
    return new SwfLimits(lineBytes, commentBytes, rows, otherBytes);
  }
}

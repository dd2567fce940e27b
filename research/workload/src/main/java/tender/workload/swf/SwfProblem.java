package tender.workload.swf;

/**
 * A kind of problem in a trace. No problem prevents the reader from using the valid rows before it.
 */
public enum SwfProblem {
  /** A row with fewer than 18 columns. */
  TOO_FEW_COLUMNS,
  /** A column that is not an integer or, for an average, not a decimal number. */
  NOT_A_NUMBER,
  /** A number that is too large for its column. */
  TOO_LARGE,
  /** A line longer than {@link SwfLimits#lineBytes}. */
  LINE_TOO_LONG,
  /** A comment that exceeds {@link SwfLimits#commentBytes}. */
  COMMENT_DROPPED,
  /** The trace has more rows than {@link SwfLimits#rows}. */
  ROWS_LEFT_OUT,
  /** The trace is longer than {@link SwfLimits#bytes}. */
  BYTES_LEFT_OUT,
  /** A gzipped trace is truncated. */
  GZIP_TRUNCATED,
  /** A gzipped trace is corrupt. */
  GZIP_DAMAGED;

  /** Whether the problem concerns one line, which is skipped, and not the whole trace. */
  public boolean isBadLine() {
    return compareTo(COMMENT_DROPPED) < 0;
  }

  /** Whether reading ends at this problem. */
  public boolean endsReading() {
    return compareTo(COMMENT_DROPPED) > 0;
  }
}

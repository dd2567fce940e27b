package tender.workload.swf;

/** What can be wrong with a log. Nothing of it stops the reading of what is right. */
public enum SwfProblem {
  /** A row with fewer than 18 columns. */
  TOO_FEW_COLUMNS,
  /** A column that is not a whole number, or, for an average, not a decimal one. */
  NOT_A_NUMBER,
  /** A number beyond what the column can hold. */
  TOO_LARGE,
  /** A line beyond {@link SwfLimits#lineBytes}. */
  LINE_TOO_LONG,
  /** A comment beyond {@link SwfLimits#commentBytes}. */
  COMMENT_DROPPED,
  /** The log has more rows than {@link SwfLimits#rows}. */
  ROWS_LEFT_OUT,
  /** The log is longer than {@link SwfLimits#bytes}. */
  BYTES_LEFT_OUT,
  /** A gzipped log ends too soon. */
  GZIP_TRUNCATED,
  /** A gzipped log is damaged. */
  GZIP_DAMAGED;

  /** Whether it concerns one line, which is skipped; otherwise it concerns the whole log. */
  public boolean isBadLine() {
    return compareTo(COMMENT_DROPPED) < 0;
  }

  /** Whether what comes after it was not read. */
  public boolean endsReading() {
    return compareTo(COMMENT_DROPPED) > 0;
  }
}

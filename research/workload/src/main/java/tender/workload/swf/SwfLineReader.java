package tender.workload.swf;

import java.io.IOException;

/**
 * A log line by line, in one buffer of fixed size: a line is a stretch of that buffer, valid until
 * the next one is asked for. Lines end with LF, CR or both.
 */
final class SwfLineReader {
  /** How much of a line that is too long is kept to show. */
  private static final int KEPT_OF_LONG = 64;

  private final SwfSource source;
  private final byte[] buffer;
  private int filled;
  private int from;
  private int to;
  private int nextFrom;
  private boolean endedWithReturn;
  private boolean tooLong;
  private long line;

  SwfLineReader(SwfSource source, int lineBytes) {
    this.source = source;
    // One more byte for the line's end.
    buffer = new byte[lineBytes + 1];
  }

  /** Goes to the next line, if there is one. */
  boolean next() throws IOException {
    from = nextFrom;
    tooLong = false;
    if (endedWithReturn && (from < filled || fill()) && buffer[from] == '\n') {
      from++;
    }
    endedWithReturn = false;
    int scanned = from;
    while (true) {
      int end = endOfLine(scanned);
      if (end < filled) {
        return found(end);
      }
      if (filled - from == buffer.length) {
        return skipRest();
      }
      int known = filled - from;
      if (!fill()) {
        return foundLast();
      }
      scanned = from + known;
    }
  }

  byte[] buffer() {
    return buffer;
  }

  int from() {
    return from;
  }

  int to() {
    return to;
  }

  /** Whether the line was beyond the limit; only its beginning is here. */
  boolean isTooLong() {
    return tooLong;
  }

  /** The number of the line, counted from 1. */
  long line() {
    return line;
  }

  private int endOfLine(int start) {
    int at = start;
    while (at < filled && buffer[at] != '\n' && buffer[at] != '\r') {
      at++;
    }
    return at;
  }

  private boolean found(int end) {
    to = end;
    endAt(end);
    return true;
  }

  /** What stands behind the last line's end is a line too, unless damage cut it off somewhere. */
  private boolean foundLast() {
    to = filled;
    nextFrom = filled;
    boolean isLine = from < to && source.problem() == null;
    line += isLine ? 1 : 0;
    return isLine;
  }

  private boolean skipRest() throws IOException {
    tooLong = true;
    to = from + KEPT_OF_LONG;
    while (true) {
      int read = source.read(buffer, to, buffer.length - to);
      if (read < 0) {
        filled = to;
        nextFrom = to;
        line++;
        return true;
      }
      filled = to + read;
      int end = endOfLine(to);
      if (end < filled) {
        endAt(end);
        return true;
      }
    }
  }

  private void endAt(int end) {
    endedWithReturn = buffer[end] == '\r';
    nextFrom = end + 1;
    line++;
  }

  /** Moves the line to the front and reads on behind it; false at the end. */
  private boolean fill() throws IOException {
    System.arraycopy(buffer, from, buffer, 0, filled - from);
    filled -= from;
    from = 0;
    nextFrom = 0;
    int read = source.read(buffer, filled, buffer.length - filled);
    filled += Math.max(0, read);
    return read > 0;
  }
}

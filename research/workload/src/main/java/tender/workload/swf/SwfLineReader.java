package tender.workload.swf;

import java.io.IOException;

/**
 * Reads a trace line by line into one buffer of fixed size: a line is a range of that buffer, valid
 * until the next call of {@link #next}. Lines end with LF, CR or both.
 */
final class SwfLineReader {
  /** How many bytes of a line that is too long are kept for its finding. */
  private static final int KEPT_OF_LONG_LINE = 64;

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
    // One more byte for the end of the line.
    buffer = new byte[lineBytes + 1];
  }

  /** Advances to the next line, if there is one. */
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

  /** Whether the line exceeds the limit; then only its beginning is available. */
  boolean isTooLong() {
    return tooLong;
  }

  /** The number of the line, counted from 1. */
  long line() {
    return line;
  }

  private int endOfLine(int start) {
    int position = start;
    while (position < filled && buffer[position] != '\n' && buffer[position] != '\r') {
      position++;
    }
    return position;
  }

  private boolean found(int end) {
    to = end;
    endAt(end);
    return true;
  }

  /** Bytes after the last line end are a line too, unless the file was cut off within that line. */
  private boolean foundLast() {
    to = filled;
    nextFrom = filled;
    boolean isLine = from < to && source.problem() == null;
    line += isLine ? 1 : 0;
    return isLine;
  }

  private boolean skipRest() throws IOException {
    tooLong = true;
    to = from + KEPT_OF_LONG_LINE;
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

  /** Moves the line to the front of the buffer and reads more bytes after it; false at the end. */
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

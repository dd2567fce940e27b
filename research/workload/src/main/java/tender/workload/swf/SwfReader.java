package tender.workload.swf;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a trace in Standard Workload Format row by row, plain or gzipped (Chapin et al.,
 * "Benchmarks and Standards for the Evaluation of Parallel Job Schedulers", 1999; version 2.2 of
 * the Parallel Workloads Archive).
 *
 * <p>Traces may contain errors: rows that cannot be parsed are skipped and reported in {@link
 * #findings}, a corrupt file ends early, and {@link SwfLimits} bound memory and time. The reader
 * only throws the {@link IOException} of a failing stream.
 *
 * <p>Memory holds one buffer, the comments and the first findings, for a trace of any length.
 */
public final class SwfReader implements AutoCloseable {
  private final SwfLimits limits;
  private final SwfSource source;
  private final SwfLineReader lines;
  private final SwfRowParser parser = new SwfRowParser();
  private final SwfFindings.Collector findings = new SwfFindings.Collector();
  private final List<String> comments = new ArrayList<>();
  private long commentBytesLeft;
  private long rowsLeft;
  private boolean ended;

  /** Takes ownership of the stream: closing the reader closes it. */
  public SwfReader(InputStream in, SwfLimits limits) {
    this.limits = limits;
    source = new SwfSource(in, limits.bytes());
    lines = new SwfLineReader(source, limits.lineBytes());
    commentBytesLeft = limits.commentBytes();
    rowsLeft = limits.rows();
  }

  public static SwfReader open(Path file) throws IOException {
    return new SwfReader(Files.newInputStream(file), SwfLimits.DEFAULT);
  }

  /** The next row, or null when there is none. */
  public @Nullable SwfRow next() throws IOException {
    while (!ended && lines.next()) {
      SwfRow row = rowOfLine();
      if (row != null) {
        return row;
      }
    }
    end();
    return null;
  }

  /** Passes every remaining row to the visitor. */
  public void forEachRow(Consumer<? super SwfRow> visitor) throws IOException {
    for (SwfRow row = next(); row != null; row = next()) {
      visitor.accept(row);
    }
  }

  /** The comments read so far; most traces have them all before the first row. */
  public SwfHeader header() {
    return new SwfHeader(comments);
  }

  /** The problems found so far. */
  public SwfFindings findings() {
    return findings.snapshot();
  }

  @Override
  public void close() throws IOException {
    source.close();
  }

  /** The comments read so far, as a live list that callers must not change. */
  List<String> comments() {
    return comments;
  }

  private @Nullable SwfRow rowOfLine() {
    byte[] buffer = lines.buffer();
    int from = firstNonBlank(buffer);
    if (lines.isTooLong()) {
      findings.add(lines.line(), SwfProblem.LINE_TOO_LONG, () -> describeLongLine(buffer, from));
      return null;
    }
    if (from == lines.to()) {
      return null;
    }
    if (buffer[from] == ';') {
      addComment(buffer, from + 1);
      return null;
    }
    if (rowsLeft == 0) {
      ended = true;
      String text = "the trace has more than " + limits.rows() + " rows; the rest is ignored";
      findings.add(lines.line(), SwfProblem.ROWS_LEFT_OUT, () -> text);
      return null;
    }
    SwfRow row = parser.parse(lines.line(), buffer, from, lines.to());
    if (row == null) {
      findings.add(lines.line(), parser.problem(), () -> parser.describeProblem(buffer));
    } else {
      rowsLeft--;
    }
    return row;
  }

  /** The position of the first character that is not blank, or the end of the line. */
  private int firstNonBlank(byte[] buffer) {
    int position = lines.from();
    // Some editors write a byte order mark at the start of a file.
    if (lines.line() == 1
        && lines.to() - position >= 3
        && buffer[position] == (byte) 0xef
        && buffer[position + 1] == (byte) 0xbb
        && buffer[position + 2] == (byte) 0xbf) {
      position += 3;
    }
    while (position < lines.to() && SwfRowParser.isBlank(buffer[position])) {
      position++;
    }
    return position;
  }

  private String describeLongLine(byte[] buffer, int from) {
    return "the line is longer than "
        + limits.lineBytes()
        + " bytes and is skipped; it begins with "
        + SwfExcerpt.of(buffer, from, lines.to());
  }

  private void addComment(byte[] buffer, int from) {
    // The byte count is at least the character count; one more, so that empty comments count too.
    long size = lines.to() - from + 1L;
    if (size > commentBytesLeft) {
      commentBytesLeft = 0;
      String text =
          "the trace has more than "
              + limits.commentBytes()
              + " bytes of comments; they are dropped";
      findings.add(lines.line(), SwfProblem.COMMENT_DROPPED, () -> text);
      return;
    }
    commentBytesLeft -= size;
    comments.add(text(buffer, from, lines.to()));
  }

  private void end() {
    SwfProblem problem = source.problem();
    if (!ended && problem != null) {
      String text =
          switch (problem) {
            case GZIP_TRUNCATED -> "the gzipped file is truncated; download it again";
            case GZIP_DAMAGED -> "the gzipped file is corrupt from here on; download it again";
            default -> "the trace is longer than " + limits.bytes() + " bytes; the rest is ignored";
          };
      findings.add(lines.line() + 1, problem, () -> text);
    }
    ended = true;
  }

  /** Old traces are in Latin-1, new ones in UTF-8. */
  private static String text(byte[] bytes, int from, int to) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes, from, to - from))
          .toString();
    } catch (CharacterCodingException e) {
      return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
    }
  }
}

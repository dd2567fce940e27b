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
 * Reads a log in Standard Workload Format row by row, plain or gzipped (Chapin et al., "Benchmarks
 * and Standards for the Evaluation of Parallel Job Schedulers", 1999; version 2.2 of the Parallel
 * Workloads Archive).
 *
 * <p>A log is whatever it is: rows that cannot be read are skipped and become {@link #findings}, a
 * file that is damaged ends early, and {@link SwfLimits} bound memory and time. The only thing
 * thrown is the {@link IOException} of a stream that itself breaks.
 *
 * <p>Memory holds one buffer, the comments and the first findings, however long the log.
 */
public final class SwfReader implements AutoCloseable {
  private final SwfLimits limits;
  private final SwfSource source;
  private final SwfLineReader lines;
  private final SwfRowParser parser = new SwfRowParser();
  private final SwfFindings.Collector findings = new SwfFindings.Collector();
  private final List<String> comments = new ArrayList<>();
  private long commentRoom;
  private long rowsLeft;
  private boolean ended;

  /** Takes over the stream, and closes it when closed. */
  public SwfReader(InputStream in, SwfLimits limits) {
    this.limits = limits;
    source = new SwfSource(in, limits.bytes());
    lines = new SwfLineReader(source, limits.lineBytes());
    commentRoom = limits.commentBytes();
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

  /** Hands over every row that is left. */
  public void forEachRow(Consumer<? super SwfRow> visitor) throws IOException {
    for (SwfRow row = next(); row != null; row = next()) {
      visitor.accept(row);
    }
  }

  /** The comments read so far; most logs have them all before the first row. */
  public SwfHeader header() {
    return new SwfHeader(comments);
  }

  /** What was found wrong so far. */
  public SwfFindings findings() {
    return findings.snapshot();
  }

  @Override
  public void close() throws IOException {
    source.close();
  }

  /** Those read so far, to be looked at and left alone. */
  List<String> comments() {
    return comments;
  }

  private @Nullable SwfRow rowOfLine() {
    byte[] buffer = lines.buffer();
    int from = firstMark(buffer);
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
      String text = "there are more than " + limits.rows() + " rows, and the rest is left out";
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

  /** Where the line begins to say something; its end if it does not. */
  private int firstMark(byte[] buffer) {
    int at = lines.from();
    // Some editors begin a file with the mark of its byte order.
    if (lines.line() == 1
        && lines.to() - at >= 3
        && buffer[at] == (byte) 0xef
        && buffer[at + 1] == (byte) 0xbb
        && buffer[at + 2] == (byte) 0xbf) {
      at += 3;
    }
    while (at < lines.to() && SwfRowParser.isBlank(buffer[at])) {
      at++;
    }
    return at;
  }

  private String describeLongLine(byte[] buffer, int from) {
    return "the line is longer than "
        + limits.lineBytes()
        + " bytes, and is skipped; it begins with "
        + SwfExcerpt.of(buffer, from, lines.to());
  }

  private void addComment(byte[] buffer, int from) {
    // As many bytes as the text has characters, or more; and a line without a word takes room too.
    long room = lines.to() - from + 1L;
    if (room > commentRoom) {
      commentRoom = 0;
      String text = "there are more than " + limits.commentBytes() + " bytes of comments";
      findings.add(lines.line(), SwfProblem.COMMENT_DROPPED, () -> text);
      return;
    }
    commentRoom -= room;
    comments.add(text(buffer, from, lines.to()));
  }

  private void end() {
    SwfProblem problem = source.problem();
    if (!ended && problem != null) {
      String text =
          switch (problem) {
            case GZIP_TRUNCATED -> "the gzipped file ends too soon; maybe a copy was cut short";
            case GZIP_DAMAGED -> "the gzipped file is damaged from here on";
            default ->
                "the log is longer than " + limits.bytes() + " bytes, and the rest is left out";
          };
      findings.add(lines.line() + 1, problem, () -> text);
    }
    ended = true;
  }

  /** Names in old logs are Latin-1, in new ones UTF-8. */
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

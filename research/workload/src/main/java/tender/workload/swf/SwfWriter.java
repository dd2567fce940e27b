package tender.workload.swf;

import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.ToLongFunction;
import java.util.zip.GZIPOutputStream;

/** Writes a trace in Standard Workload Format, row by row. */
public final class SwfWriter implements AutoCloseable {
  private static final long MILLION = 1_000_000;
  private static final long MAX_MILLIONTHS = 1_000_000_000_000_000L;

  private final SwfTextOutput out;

  /** Takes ownership of the stream: closing the writer closes it. */
  public SwfWriter(OutputStream out) {
    this.out = new SwfTextOutput(out);
  }

  /** Writes to a file, gzipped if its name ends in {@code .gz}. */
  public static SwfWriter create(Path file) throws IOException {
    OutputStream out = Files.newOutputStream(file);
    return new SwfWriter(file.toString().endsWith(".gz") ? new GZIPOutputStream(out) : out);
  }

  /** Writes one comment for each line of the text, directly after the semicolon. */
  public void comment(String text) throws IOException {
    for (String line : text.split("\r\n|[\r\n]", -1)) {
      out.text(";").text(line).endLine();
    }
  }

  /** Writes the 18 columns; the line number of the row is not written. */
  public void row(SwfRow row) throws IOException {
    row(row, row.waitSeconds());
  }

  private void row(SwfRow row, long waitSeconds) throws IOException {
    out.number(row.number()).space();
    out.number(row.submitSeconds()).space();
    out.number(waitSeconds).space();
    out.number(row.runSeconds()).space();
    out.number(row.allocatedProcessors()).space();
    decimal(row.averageCpuSeconds()).space();
    decimal(row.averageMemoryKilobytes()).space();
    out.number(row.requestedProcessors()).space();
    out.number(row.requestedSeconds()).space();
    out.number(row.requestedMemoryKilobytes()).space();
    out.number(row.status()).space();
    out.number(row.user()).space();
    out.number(row.group()).space();
    out.number(row.executable()).space();
    out.number(row.queue()).space();
    out.number(row.partition()).space();
    out.number(row.precedingNumber()).space();
    out.number(row.thinkSeconds()).endLine();
  }

  /**
   * Copies the remaining rows of a reader with other wait times: the trace as another scheduler
   * would have produced it. Comments are copied, because they may contain notices that must be
   * kept, and a note is added to them. Lines that could not be parsed are not copied; the reader's
   * findings report them.
   */
  public void copyWithWaits(SwfReader reader, String note, ToLongFunction<SwfRow> waitSeconds)
      throws IOException {
    SwfRow row = reader.next();
    int copied = copyComments(reader, 0);
    comment(" Note: " + note);
    while (row != null) {
      row(row, waitSeconds.applyAsLong(row));
      row = reader.next();
      copied = copyComments(reader, copied);
    }
  }

  @Override
  public void close() throws IOException {
    out.close();
  }

  private int copyComments(SwfReader reader, int copied) throws IOException {
    int known = reader.comments().size();
    for (String comment : reader.comments().subList(copied, known)) {
      comment(comment);
    }
    return known;
  }

  /**
   * Writes a decimal without an exponent, which not every reader supports, and without unnecessary
   * digits.
   */
  private SwfTextOutput decimal(double value) throws IOException {
    long whole = (long) value;
    if (whole == value) {
      return out.number(whole);
    }
    // With up to 15 digits, the decimal is the shortest text that parses to the same double.
    long millionths = Math.round(value * MILLION);
    return value > 0 && millionths < MAX_MILLIONTHS && (double) millionths / MILLION == value
        ? out.millionths(millionths)
        : out.text(BigDecimal.valueOf(value).toPlainString());
  }
}

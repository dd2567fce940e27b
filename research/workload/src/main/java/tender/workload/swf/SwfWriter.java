package tender.workload.swf;

import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.ToLongFunction;
import java.util.zip.GZIPOutputStream;

/** Writes a log in Standard Workload Format, row by row. */
public final class SwfWriter implements AutoCloseable {
  private static final long MILLION = 1_000_000;
  private static final long MOST_MILLIONTHS = 1_000_000_000_000_000L;

  private final SwfTextOutput out;

  /** Takes over the stream, and closes it when closed. */
  public SwfWriter(OutputStream out) {
    this.out = new SwfTextOutput(out);
  }

  /** Writes to a file, gzipped if its name ends in {@code .gz}. */
  public static SwfWriter create(Path file) throws IOException {
    OutputStream out = Files.newOutputStream(file);
    return new SwfWriter(file.toString().endsWith(".gz") ? new GZIPOutputStream(out) : out);
  }

  /** One comment for each line of the text, which begins right behind the semicolon. */
  public void comment(String text) throws IOException {
    for (String line : text.split("\r\n|[\r\n]", -1)) {
      out.text(";").text(line).endLine();
    }
  }

  /** The 18 columns; the line that the row was read from is not kept. */
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
   * Copies what a reader has left, with other waits: the log as another scheduler would have left
   * it. The comments are kept, as the notices among them must be, and a note is added to them.
   * Lines that could not be read are not copied; the reader's findings tell of them.
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

  /** Without an exponent, which not every reader knows, and with no more digits than it needs. */
  private SwfTextOutput decimal(double value) throws IOException {
    long whole = (long) value;
    if (whole == value) {
      return out.number(whole);
    }
    // Up to 15 digits are the shortest text of the number that they are read as.
    long millionths = Math.round(value * MILLION);
    return value > 0 && millionths < MOST_MILLIONTHS && (double) millionths / MILLION == value
        ? out.millionths(millionths)
        : out.text(BigDecimal.valueOf(value).toPlainString());
  }
}

package tender.workload.swf;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.ToLongFunction;
import java.util.zip.GZIPOutputStream;

/** Writes a log in Standard Workload Format, row by row. */
public final class SwfWriter implements AutoCloseable {
  private final Writer out;

  /** Takes over the stream, and closes it when closed. */
  public SwfWriter(OutputStream out) {
    this.out = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
  }

  /** Writes to a file, gzipped if its name ends in {@code .gz}. */
  public static SwfWriter create(Path file) throws IOException {
    OutputStream out = Files.newOutputStream(file);
    return new SwfWriter(file.toString().endsWith(".gz") ? new GZIPOutputStream(out) : out);
  }

  /** One comment for each line of the text, which begins right behind the semicolon. */
  public void comment(String text) throws IOException {
    for (String line : text.split("\r\n|[\r\n]", -1)) {
      out.write(';');
      out.write(line);
      out.write('\n');
    }
  }

  /** The 18 columns; the line that the row was read from is not kept. */
  public void row(SwfRow row) throws IOException {
    var text = new StringBuilder(120);
    text.append(row.number()).append(' ');
    text.append(row.submitSeconds()).append(' ');
    text.append(row.waitSeconds()).append(' ');
    text.append(row.runSeconds()).append(' ');
    text.append(row.allocatedProcessors()).append(' ');
    appendDecimal(text, row.averageCpuSeconds()).append(' ');
    appendDecimal(text, row.averageMemoryKilobytes()).append(' ');
    text.append(row.requestedProcessors()).append(' ');
    text.append(row.requestedSeconds()).append(' ');
    text.append(row.requestedMemoryKilobytes()).append(' ');
    text.append(row.status()).append(' ');
    text.append(row.user()).append(' ');
    text.append(row.group()).append(' ');
    text.append(row.executable()).append(' ');
    text.append(row.queue()).append(' ');
    text.append(row.partition()).append(' ');
    text.append(row.precedingNumber()).append(' ');
    text.append(row.thinkSeconds()).append('\n');
    out.append(text);
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
      row(row.withWaitSeconds(waitSeconds.applyAsLong(row)));
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

  private static StringBuilder appendDecimal(StringBuilder text, double value) {
    long whole = (long) value;
    // Without an exponent, which not every reader knows.
    return whole == value
        ? text.append(whole)
        : text.append(BigDecimal.valueOf(value).toPlainString());
  }
}

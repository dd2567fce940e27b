package tender.fuzz;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import tender.workload.swf.SwfLimits;
import tender.workload.swf.SwfReader;
import tender.workload.swf.SwfRow;
import tender.workload.swf.SwfTrace;
import tender.workload.swf.SwfWriter;

/** Workload logs in Standard Workload Format, plain or gzipped; the reader never fails. */
public final class SwfTarget implements FuzzTarget {
  private static final SwfLimits LIMITS = new SwfLimits(1_024, 1 << 20, 1_000, 1 << 20);

  /** What a comment needs in UTF-8 may be twice as long as in Latin-1. */
  private static final SwfLimits LIMITS_AGAIN = new SwfLimits(4_096, 4 << 20, 1_000, 4 << 20);

  @Override
  public String name() {
    return "swf";
  }

  @Override
  public void read(byte[] input) throws IOException {
    SwfTrace trace = trace(input, LIMITS);
    trace.header().acknowledgements();
    trace.header().notices();
    Properties.between(trace.rows().size(), 0, LIMITS.rows(), "The number of rows");
    SwfTrace again = trace(write(trace), LIMITS_AGAIN);
    Properties.same(withoutLines(trace.rows()), withoutLines(again.rows()));
    Properties.same(trace.header(), again.header());
    if (!again.findings().isEmpty()) {
      throw new AssertionError("A written trace has findings: " + again.findings().first());
    }
  }

  private static SwfTrace trace(byte[] bytes, SwfLimits limits) throws IOException {
    try (SwfReader reader = new SwfReader(new ByteArrayInputStream(bytes), limits)) {
      return SwfTrace.readRest(reader);
    }
  }

  private static byte[] write(SwfTrace trace) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (SwfWriter writer = new SwfWriter(out)) {
      for (String comment : trace.header().comments()) {
        writer.comment(comment);
      }
      for (SwfRow row : trace.rows()) {
        writer.row(row);
      }
    }
    return out.toByteArray();
  }

  /** Numbered from 0, because the lines that were skipped are not written. */
  private static List<SwfRow> withoutLines(List<SwfRow> rows) {
    return IntStream.range(0, rows.size()).mapToObj(i -> withLine(rows.get(i), i)).toList();
  }

  private static SwfRow withLine(SwfRow row, int line) {
    return new SwfRow(
        line,
        row.number(),
        row.submitSeconds(),
        row.waitSeconds(),
        row.runSeconds(),
        row.allocatedProcessors(),
        row.averageCpuSeconds(),
        row.averageMemoryKilobytes(),
        row.requestedProcessors(),
        row.requestedSeconds(),
        row.requestedMemoryKilobytes(),
        row.status(),
        row.user(),
        row.group(),
        row.executable(),
        row.queue(),
        row.partition(),
        row.precedingNumber(),
        row.thinkSeconds());
  }
}

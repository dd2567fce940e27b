package tender.workload.swf;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A whole trace in memory, with about 140 bytes per row. */
public record SwfTrace(SwfHeader header, List<SwfRow> rows, SwfFindings findings) {
  public SwfTrace {
    rows = List.copyOf(rows);
  }

  public static SwfTrace read(Path file) throws IOException {
    try (SwfReader reader = SwfReader.open(file)) {
      return readRest(reader);
    }
  }

  /** Reads the remaining rows of the reader; the reader stays open. */
  public static SwfTrace readRest(SwfReader reader) throws IOException {
    var rows = new ArrayList<SwfRow>();
    reader.forEachRow(rows::add);
    return new SwfTrace(reader.header(), rows, reader.findings());
  }
}

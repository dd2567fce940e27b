package tender.workload.swf;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A whole log in memory, about 140 bytes for each row. */
public record SwfTrace(SwfHeader header, List<SwfRow> rows, SwfFindings findings) {
  public SwfTrace {
    rows = List.copyOf(rows);
  }

  public static SwfTrace read(Path file) throws IOException {
    try (SwfReader reader = SwfReader.open(file)) {
      return readRest(reader);
    }
  }

  /** All that the reader has left; the reader stays open. */
  public static SwfTrace readRest(SwfReader reader) throws IOException {
    var rows = new ArrayList<SwfRow>();
    reader.forEachRow(rows::add);
    return new SwfTrace(reader.header(), rows, reader.findings());
  }
}

package tender.workload.swf;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;

/** Small traces, and helpers to read them. */
final class SwfSamples {
  static final String GOOD = "1 10 -1 100 4 -1 -1 4 200 -1 1 2 3 4 5 6 -1 -1";

  private SwfSamples() {}

  /** Rows numbered from 1, so that each number is also the line number. */
  static String manyRows(int rows) {
    var text = new StringBuilder();
    for (int number = 1; number <= rows; number++) {
      text.append(number).append(' ').append(number * 7L).append(" -1 ").append(number % 997);
      text.append(" 4 1.25 -1 4 200 -1 1 2 3 4 5 6 -1 ").append(number % 13).append('\n');
    }
    return text.toString();
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static InputStream stream(String text) {
    return new ByteArrayInputStream(bytes(text));
  }

  static byte[] gzip(String text) throws IOException {
    return gzip(bytes(text));
  }

  static byte[] gzip(byte[] bytes) throws IOException {
    var packed = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(packed)) {
      out.write(bytes);
    }
    return packed.toByteArray();
  }

  static SwfTrace read(String text) throws IOException {
    return read(bytes(text), SwfLimits.DEFAULT);
  }

  static SwfTrace read(byte[] bytes, SwfLimits limits) throws IOException {
    return read(new ByteArrayInputStream(bytes), limits);
  }

  static SwfTrace read(InputStream in, SwfLimits limits) throws IOException {
    try (var reader = new SwfReader(in, limits)) {
      return SwfTrace.readRest(reader);
    }
  }
}

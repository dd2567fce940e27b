package tender.agent.owner;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads the disclosure log backwards, because it may be very long. */
record DisclosureReader(Path file) {
  /** Longer lines are cut; the file has all of them. */
  private static final int MAX_BYTES = 1 << 20;

  /**
   * Some lines, latest first.
   *
   * @param before position for the next request of earlier lines; 0 if there are none
   */
  record DisclosurePage(List<String> lines, long before) {}

  /**
   * @param endBytes position in the file; lines that begin before it are returned
   */
  DisclosurePage readBefore(long endBytes, int maxLines) throws IOException {
    if (!Files.exists(file)) {
      return new DisclosurePage(List.of(), 0);
    }
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      long end = Math.min(endBytes, in.length());
      long from = Math.max(0, end - MAX_BYTES);
      byte[] bytes = new byte[(int) (end - from)];
      in.seek(from);
      in.readFully(bytes);
      return last(bytes, from, maxLines);
    }
  }

  private static DisclosurePage last(byte[] bytes, long from, int maxLines) {
    List<String> lines = new ArrayList<>();
    int end = bytes.length;
    // Text after the last line feed is still being written.
    while (end > 0 && bytes[end - 1] != '\n') {
      end--;
    }
    while (lines.size() < maxLines && end > 0) {
      int begin = end - 1;
      while (begin > 0 && bytes[begin - 1] != '\n') {
        begin--;
      }
      if (begin == 0 && from > 0 && !lines.isEmpty()) {
        break;
      }
      lines.add(new String(bytes, begin, end - 1 - begin, StandardCharsets.UTF_8));
      end = begin;
    }
    return new DisclosurePage(lines, from + end);
  }
}

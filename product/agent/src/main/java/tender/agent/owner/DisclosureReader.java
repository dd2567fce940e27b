package tender.agent.owner;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads the disclosure log backwards, because it may be very long and consist of several files. */
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
   * Reads lines of the present file and, before it, of the old files.
   *
   * @param endBytes position in all files one after another; lines that begin before it are
   *     returned
   */
  DisclosurePage readBefore(long endBytes, int maxLines) throws IOException {
    List<Path> files = LogRotation.files(file);
    long start = 0;
    for (Path one : files) {
      start += size(one);
    }
    List<String> lines = new ArrayList<>();
    long before = Math.min(endBytes, start);
    for (Path one : files) {
      start -= size(one);
      if (before > start && lines.isEmpty()) {
        DisclosurePage page = readFile(one, before - start, maxLines);
        lines.addAll(page.lines());
        before = start + page.before();
      }
    }
    return new DisclosurePage(lines, lines.isEmpty() ? 0 : before);
  }

  private static long size(Path file) throws IOException {
    return Files.exists(file) ? Files.size(file) : 0;
  }

  private static DisclosurePage readFile(Path file, long endBytes, int maxLines)
      throws IOException {
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

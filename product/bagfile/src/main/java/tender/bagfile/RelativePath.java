package tender.bagfile;

import static tender.support.text.InputChecks.quoted;

import java.nio.charset.StandardCharsets;
import java.util.List;
import tender.support.text.InputChecks;

/**
 * A path relative to a folder, with {@code /} between the segments. It cannot lead out of the
 * folder and has the same meaning on every machine.
 */
public record RelativePath(String value) implements Comparable<RelativePath> {
  /** Below the system's limit on paths, with room for the folder in front. */
  static final int MAX_BYTES = 2_048;

  static final int MAX_SEGMENT_BYTES = 255;
  static final int MAX_SEGMENTS = 32;

  public RelativePath {
    check(value, "A path");
    for (String segment : value.split("/", -1)) {
      checkSegment(segment, value);
    }
  }

  /** The names of the folders, then of the file. */
  public List<String> segments() {
    return List.of(value.split("/"));
  }

  /** The first segment, which is the whole path of a file directly in the folder. */
  public String firstSegment() {
    return segments().getFirst();
  }

  /** The checks that paths and globs share. */
  static void check(String value, String name) {
    InputChecks.printable(value, MAX_BYTES, name);
    int bytes = value.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > MAX_BYTES) {
      throw new IllegalArgumentException(
          name + " has " + bytes + " bytes, and may have " + MAX_BYTES + ": " + quoted(value));
    }
    if (value.startsWith("/")) {
      throw new IllegalArgumentException(
          name + " is " + quoted(value) + ", and must be relative: it must not begin with '/'.");
    }
    if (value.indexOf('\\') >= 0) {
      throw new IllegalArgumentException(
          name + " is " + quoted(value) + ", and must not contain a backslash: use '/'.");
    }
    if (value.chars().filter(c -> c == '/').count() >= MAX_SEGMENTS) {
      throw new IllegalArgumentException(
          name + " is " + quoted(value) + ", and may have " + MAX_SEGMENTS + " segments.");
    }
  }

  static void checkSegment(String segment, String whole) {
    if (segment.isEmpty() || segment.equals(".") || segment.equals("..")) {
      throw new IllegalArgumentException(
          "A path is " + quoted(whole) + ", and no segment may be empty, '.' or '..'.");
    }
    if (segment.getBytes(StandardCharsets.UTF_8).length > MAX_SEGMENT_BYTES) {
      throw new IllegalArgumentException(
          "A name in a path has more than %s bytes: %s. Shorten it."
              .formatted(MAX_SEGMENT_BYTES, quoted(segment)));
    }
  }

  @Override
  public int compareTo(RelativePath other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
